/** The project's notebooks: open, create, import, delete. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp, NotebookPen, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ErrorState } from "@/components/parts/display/error-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useGo } from "@/components/ui/use-go";
import { call, mutation, pages, type ResultOf } from "@/lib/contract/client";
import { savedNotebooksApi } from "@/generated/addresses/notebook/saved";
import { newCell } from "./cells";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

type Row = ResultOf<typeof savedNotebooksApi.listNotebooks>["items"][number];
const MAX_FILE_BYTES = 50_000_000;

export const notebookHref = (id: string): string => `/notebooks/${encodeURIComponent(id)}`;

const toColumns = (remove: ((row: Row) => void) | null): readonly Column<Row>[] => [
  {
    heading: "Name",
    className: "w-full max-w-0 min-w-36 @[58rem]:w-2/5",
    cell: ({ id, name }) => (
      <Link href={notebookHref(id)} className="block truncate rounded-sm font-medium hover:underline">
        {name}
      </Link>
    ),
  },
  {
    heading: "Cells",
    className: "text-right",
    cell: ({ cell_count: count }) => <span className="font-mono text-xs tabular-nums">{count}</span>,
  },
  {
    heading: "Updated",
    className: "text-right text-muted",
    cell: ({ updated_at: time }) => <RelativeTime at={time} />,
  },
  ...(remove
    ? [
        {
          heading: "Delete",
          hideHeading: true,
          className: "text-right",
          cell: (row: Row) => (
            <Button variant="ghost" size="icon" aria-label={`Delete ${row.name}`} onClick={() => remove(row)}>
              <Trash2 aria-hidden />
            </Button>
          ),
        },
      ]
    : []),
];

const toStart = (run: string): string => `# Variables stay from cell to cell; files below /mnt/files stay for good.
result, error = run_composio_tool(${run})
error or result`;

const START = toStart('"HACKERNEWS_GET_ITEM_WITH_ID", {"item_id": "8863"}');
/** The demo asks its example app, with the account of its first step. */
const DEMO_START = toStart('"GITHUB_GET_THE_AUTHENTICATED_USER", {}');

/** "Notebook of Nov 26". */
const toName = (day: Date): string =>
  `Notebook of ${day.toLocaleDateString("en-US", { month: "short", day: "numeric" })}`;

/** Creates a notebook, empty or from a file, and opens it. */
function useMake(demo: boolean) {
  const { go, going } = useGo();
  const client = useQueryClient();
  // Each press sends this cell, so that a double click asks for one notebook.
  const [cell] = useState(() => newCell("python", demo ? DEMO_START : START));
  const make = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return call(savedNotebooksApi.createNotebook, { body: { name: toName(new Date()), cells: [cell] } });
      const { NotANotebook, readIpynb } = await import("./formats");
      if (file.size > MAX_FILE_BYTES) throw new NotANotebook("The file has more than 50 MB.");
      const name = file.name.replace(/\.ipynb$/i, "").slice(0, 200) || "Imported";
      return call(savedNotebooksApi.createNotebook, { body: { name, cells: readIpynb(await file.text()) } });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: [savedNotebooksApi.listNotebooks.id] });
      go(notebookHref(id));
    },
  });
  return { ...make, isPending: make.isPending || going };
}

export function Notebooks({ demo }: { demo: boolean }) {
  const router = useRouter();
  const mayWrite = useMay("sessions:write");
  const [deleting, setDeleting] = useState<Row | null>(null);
  const notebooks = useInfiniteQuery(pages(savedNotebooksApi.listNotebooks, { query: {} }));
  const make = useMake(demo);
  const rows = notebooks.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = toColumns(mayWrite ? setDeleting : null);
  const create = (variant: "primary" | "outline") => (
    <Button variant={variant} onClick={() => make.mutate(null)} disabled={make.isPending}>
      <Plus aria-hidden /> Create notebook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Notebooks"
        description="Run Python and Bash in a sandbox with your tools. Variables and files persist between cells."
      >
        {mayWrite ? <Import onFile={make.mutate} pending={make.isPending} /> : null}
        {mayWrite ? create("primary") : null}
      </PageHeader>
      {make.isError ? <ErrorState title="Couldn’t create the notebook" error={make.error} className="mb-4" /> : null}
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={notebooks}
          what="notebooks"
          skeleton={<TableSkeleton columns={columns} />}
          isEmpty={({ pages: [first] }) => first?.items.length === 0}
          empty={
            <EmptyState
              Icon={NotebookPen}
              title="No notebooks yet"
              guide="workbench/running-code"
              action={mayWrite ? create("outline") : undefined}
            >
              Run code the way your agent’s workbench does: call many tools at once, analyze responses, draw plots and
              share results.
            </EmptyState>
          }
        >
          {() => (
            <DataTable
              caption="Notebooks, recently updated first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(notebookHref(id))}
            />
          )}
        </QueryView>
      </div>
      {deleting ? <DeleteNotebook row={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function Import({ onFile, pending }: { onFile: (file: File) => void; pending: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".ipynb,application/x-ipynb+json"
        hidden
        aria-label="Notebook to import"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="outline" disabled={pending} onClick={() => field.current?.click()}>
        <FileUp aria-hidden /> Import .ipynb
      </Button>
    </>
  );
}

function DeleteNotebook({ row, onClose }: { row: Row; onClose: () => void }) {
  const remove = useMutation(
    mutation(savedNotebooksApi.deleteNotebook, useQueryClient(), { refresh: [savedNotebooksApi.listNotebooks] }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${row.name}?`}
      consequence={
        "Its cells will be deleted. Its session and files stay. " +
        "This cannot be undone. Export it first if you might need it."
      }
      action="Delete notebook"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: row.id } }, { onSuccess: onClose })}
    />
  );
}
