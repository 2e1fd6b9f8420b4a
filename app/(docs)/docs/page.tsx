/** The guides of this installation. */
import type { Metadata } from "next";
import { DocumentList } from "@/components/docs/document-list";

export const metadata: Metadata = { title: "Documentation" };

export default function DocumentsPage() {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Documentation</h1>
      <p className="mt-1 mb-6 text-sm text-muted">Guides for this version, by what you want to do.</p>
      <DocumentList />
    </>
  );
}
