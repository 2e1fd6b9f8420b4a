/** Searches that were marked as wrong, and reports of agents about tools: to view, to download as a file, to delete. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Flag, Trash2 } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";
import { useToast } from "@/components/parts/shell/toast";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { mutation, pages } from "@/lib/contract/client";
import { wrongResultsApi } from "@/generated/addresses/find/wrong-results";
import { ExportWrongResults } from "./export-wrong-results";
import { findHref } from "./found";
import { sentenceOf } from "./mark-wrong";
import type { WrongResult } from "./wrong-results-file";

const MAX_SLUGS = 3;
const REFRESH = { refresh: [wrongResultsApi.listWrongResults] };

/** A tool by its name; a slug that no toolkit has stays as it is. */
function ToolText({ slug }: { slug: string }) {
  return toToolName(slug, useToolkitOf()(slug)) ?? slug;
}

const Slugs = ({ slugs }: { slugs: readonly string[] }) => (
  <span className="block text-xs text-muted" title={slugs.join("\n")}>
    {slugs.slice(0, MAX_SLUGS).map((slug) => (
      <span key={slug} className="block max-w-56 truncate">
        <ToolText slug={slug} />
      </span>
    ))}
    {slugs.length > MAX_SLUGS ? <span className="block">and {slugs.length - MAX_SLUGS} more</span> : null}
    {slugs.length === 0 ? <span>Nothing</span> : null}
  </span>
);

const OUTCOME_WORDS = {
  empty: "Agent: empty result",
  incorrect: "Agent: incorrect result",
  failed: "Agent: failed",
  other: "Agent",
} as const;

/** A search that was marked leads back to the search; a report of an agent is a text about a result. */
const RequestText = ({ request, outcome }: WrongResult) =>
  outcome === null ? (
    <Link
      href={findHref(request)}
      className="line-clamp-3 rounded-sm wrap-anywhere underline-offset-4 hover:underline"
      title="Search again"
    >
      {request}
    </Link>
  ) : (
    <>
      <span className="line-clamp-3 wrap-anywhere" title={request}>
        {request}
      </span>
      <span className="block text-xs text-muted">{OUTCOME_WORDS[outcome]}</span>
    </>
  );

const toColumns = (remove: ((row: WrongResult) => void) | null): Column<WrongResult>[] => [
  {
    heading: "Request",
    cell: (row) => (
      <span className="block min-w-0">
        <RequestText {...row} />
        <span className="block truncate text-xs text-muted @[58rem]:hidden">
          {row.expected ? (
            <>
              Expected: <ToolText slug={row.expected} />
            </>
          ) : (
            <span className="@[40rem]:hidden">
              <RelativeTime at={row.created_at} />
            </span>
          )}
        </span>
      </span>
    ),
    className: "w-full max-w-0",
  },
  { heading: "Shown", cell: ({ shown: slugs }) => <Slugs slugs={slugs} />, wide: "lg" },
  {
    heading: "Expected",
    cell: ({ expected }) =>
      expected ? (
        <Link
          href={`/tools/${encodeURIComponent(expected)}`}
          className="block max-w-56 truncate rounded-sm text-xs underline underline-offset-4 hover:text-muted"
          title={expected}
        >
          <ToolText slug={expected} />
        </Link>
      ) : (
        <span className="whitespace-nowrap text-muted">Not specified</span>
      ),
    wide: "lg",
  },
  { heading: "When", cell: (row) => <RelativeTime at={row.created_at} />, wide: "md" },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (row) =>
      remove ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${row.request}`}
          title="Delete"
          onClick={() => remove(row)}
        >
          <Trash2 aria-hidden />
        </Button>
      ) : null,
  },
];

/** Deleting needs no confirmation, since its message offers Undo. */
function useRemove(): (row: WrongResult) => void {
  const toast = useToast();
  const client = useQueryClient();
  const mark = useMutation(mutation(wrongResultsApi.markWrongResult, client, REFRESH));
  const remove = useMutation(mutation(wrongResultsApi.deleteWrongResult, client, REFRESH));
  const failed = (what: string) => (error: unknown) => toast(`${what} ${sentenceOf(error)}`, { tone: "error" });
  return ({ id, request, shown: slugs, expected, outcome }) => {
    const back = () =>
      mark.mutate(
        { body: { request, shown: slugs, ...(expected && { expected }), ...(outcome && { outcome }) } },
        { onError: failed("Couldn’t restore it.") },
      );
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => toast("Reported result deleted", { action: { label: "Undo", onSelect: back } }),
        onError: failed("Couldn’t delete it."),
      },
    );
  };
}

export function WrongResults() {
  const rows = useInfiniteQuery(pages(wrongResultsApi.listWrongResults, { query: { limit: 50 } }));
  const remove = useRemove();
  const may = useMay("tools:write");
  const columns = toColumns(may ? remove : null);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-2xl text-sm text-muted">
          Searches that returned the wrong tools, and what agents report about results of tools. Export them to improve
          search; the newest 1,000 of each are kept.
        </p>
        <ExportWrongResults />
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={rows}
          what="reported results"
          skeleton={<TableSkeleton columns={columns} rows={4} />}
          isEmpty={({ pages: [first] }) => first?.items.length === 0}
          empty={
            <EmptyState
              Icon={Flag}
              title="No reported results"
              guide="run-tools/finding-tools"
              action={
                <Button variant="outline" onClick={() => changeSearch({ tab: "" })}>
                  Find tools
                </Button>
              }
            >
              When a search returns the wrong tools, choose “Report a wrong result” next to them.
            </EmptyState>
          }
        >
          {({ pages: all }) => (
            <DataTable
              caption="Reported results, newest first"
              columns={columns}
              rows={all.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}
