/** Notebooks: code that works with tools, kept and run in a sandbox. */
import type { Metadata } from "next";
import { Notebooks } from "@/components/notebook/notebooks";

export const metadata: Metadata = { title: "Notebooks" };

export default function NotebooksPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <Notebooks />
    </div>
  );
}
