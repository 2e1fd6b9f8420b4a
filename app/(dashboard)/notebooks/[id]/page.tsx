/** One notebook. */
import type { Metadata } from "next";
import { NotebookPage } from "@/components/notebook/notebook-page";

export const metadata: Metadata = { title: "Notebook" };

export default async function OneNotebookPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <div className="mx-auto max-w-[1440px]">
      <NotebookPage id={decodeURIComponent(id)} />
    </div>
  );
}
