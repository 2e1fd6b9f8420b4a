/** The published versions of a toolkit, and the way back to one of them. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call, query, type ResultOf } from "@/lib/contract/client";
import { toolWords, type OwnToolkit } from "./draft";
import { refreshToolkits } from "./refresh-toolkits";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Version = ResultOf<typeof ownToolkitsApi.listOwnToolkitVersions>["items"][number];

const toWords = ({ summary: { tools = 0, added = 0, removed = 0, changed = 0 } }: Version): string =>
  [
    toolWords(tools),
    ...(added > 0 ? [`${added} new`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
  ].join(", ");

const toColumns = (rollBack: ((version: string) => void) | null): Column<Version>[] => [
  {
    heading: "Version",
    className: "w-full max-w-0",
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-sm">{row.version}</span>
        {row.is_latest ? <Badge tone="green">Latest</Badge> : null}
        {row.summary.breaking ? <Badge tone="amber">Breaking</Badge> : null}
        <span className="w-full text-xs text-muted">{toWords(row)}</span>
      </span>
    ),
  },
  { heading: "Published", cell: (row) => <RelativeTime at={row.created_at} />, wide: "md" },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (row) =>
      row.is_latest || !rollBack ? null : (
        <Button variant="outline" onClick={() => rollBack(row.version)}>
          Roll back
        </Button>
      ),
  },
];

export function ToolkitVersions({ toolkit: { slug, kind } }: { toolkit: OwnToolkit }) {
  const versions = useQuery(query(ownToolkitsApi.listOwnToolkitVersions, { params: { slug } }));
  const mayChange = useMay("toolkits:write");
  const [target, setTarget] = useState<string | null>(null);
  const client = useQueryClient();
  const toast = useToast();
  const rollBack = useMutation({
    mutationFn: (version: string) => call(ownToolkitsApi.rollBackOwnToolkit, { params: { slug }, body: { version } }),
    onSuccess: async (_, version) => {
      toast(`Version ${version} is the latest again`);
      setTarget(null);
      await refreshToolkits(client);
    },
  });
  // The tools of an MCP server are what people approved; an earlier version would end with the next reading.
  const columns = toColumns(mayChange && kind !== "mcp" ? setTarget : null);
  return (
    <>
      <QueryView
        query={versions}
        what="versions"
        skeleton={<TableSkeleton columns={columns} rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState Icon={History} title="No version yet" guide="own-toolkits/from-a-document">
            Publish the draft to create the first version.
          </EmptyState>
        }
      >
        {({ items }) => (
          <DataTable caption="Versions" columns={columns} rows={items} rowKey={({ version }) => version} />
        )}
      </QueryView>
      {target === null ? null : (
        <ConfirmDialog
          title={`Roll back to version ${target}?`}
          consequence="Agents and programs get that version’s tools immediately. Its document becomes the draft."
          action="Roll back"
          pending={rollBack.isPending}
          error={rollBack.error}
          onClose={() => setTarget(null)}
          onConfirm={() => rollBack.mutate(target)}
        />
      )}
    </>
  );
}
