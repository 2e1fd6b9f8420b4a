/** A notebook by its id; the editor's code loads in parallel. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { savedNotebooksApi } from "@/generated/addresses/notebook/saved";

const Shape = () => (
  <div aria-busy="true" className="space-y-4">
    <Skeleton className="h-9 w-64 max-w-full" />
    <Skeleton className="h-8" />
    <Skeleton className="h-40" />
  </div>
);

const load = () => import("./notebook-editor").then((module) => module.NotebookEditor);
const NotebookEditor = dynamic(load, { ssr: false, loading: Shape });

export function NotebookPage({ id }: { id: string }) {
  const notebook = useQuery({
    ...query(savedNotebooksApi.getNotebook, { params: { id } }),
    // the content edited here is newer than the server's content
    staleTime: Infinity,
    gcTime: 0,
  });
  // together with the notebook, not after it
  useEffect(() => void load(), []);
  return (
    <QueryView query={notebook} what="this notebook" skeleton={<Shape />}>
      {(notebookData) => <NotebookEditor key={notebookData.id} saved={notebookData} />}
    </QueryView>
  );
}
