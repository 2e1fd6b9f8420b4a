/** The documents of this installation. */
import type { Metadata } from "next";
import { DocumentList } from "@/components/about/document-list";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Documentation" };

export default function DocumentsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Documentation" description="Guides for this version." />
      <DocumentList />
    </div>
  );
}
