/** The tools of a server: the tools that its clients receive, and their names there. */
"use client";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { Segmented } from "@/components/parts/forms/segmented";
import { useToast } from "@/components/parts/shell/toast";
import { ToolName } from "@/components/parts/display/tool-name";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Switch } from "@/components/ui/switch";
import { mutation, pages, query } from "@/lib/contract/client";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { mcpToolsApi } from "@/generated/addresses/mcp/tools";
import { countOf } from "@/lib/contract/count-of";
import { type Server, type ToolRow } from "./mcp-words";
import { withTool } from "./tool-choice";

const ToolWordsWindow = dynamic(() => import("./tool-words-window").then((module) => module.ToolWordsWindow), {
  ssr: false,
});

const VIEWS = [
  { key: "allowed", label: "Clients get" },
  { key: "toolkits", label: "All tools" },
] as const;

export function ToolsPart({ server }: { server: Server }) {
  const search = useSearchParams();
  const of = search.get("of") === "toolkits" ? "toolkits" : "allowed";
  const words = search.get("search")?.trim();
  const [edited, setEdited] = useState<ToolRow | null>(null);
  const may = useMay("mcp_servers:write");
  const allow = useAllow(server);
  const tools = useInfiniteQuery(
    pages(mcpToolsApi.listMcpTools, {
      params: { id: server.id },
      query: { limit: 100, of, ...(words && { search: words }) },
    }),
  );
  const columns = [...COLUMNS, ...(may ? toActions(setEdited, allow) : [])];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput label="Search tools" className="w-full sm:w-72" />
        <Segmented label="Which tools" options={VIEWS} value={of} onChange={(key) => changeSearch({ of: key })} />
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={tools}
          what="tools"
          skeleton={<TableSkeleton columns={columns} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={
            <p className="p-4 text-sm text-muted">{words ? "No tool matches." : "These toolkits have no tools."}</p>
          }
        >
          {({ pages }) => (
            <DataTable
              caption="Tools, most useful first"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ slug }) => slug}
            />
          )}
        </QueryView>
      </div>
      {edited ? <ToolWordsWindow serverId={server.id} tool={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

/** Offers a tool to clients, or removes it: a server that allows all tools needs the list of the remaining tools. */
function useAllow({ id, toolkits, allowed_tools: allowed }: Server) {
  const toast = useToast();
  const offer = useQuery({
    ...query(mcpToolsApi.offerMcpTools, { query: { toolkits } }),
    enabled: allowed.length === 0,
    staleTime: 60_000,
  });
  const update = useMutation(
    mutation(mcpApi.updateMcpServer, useQueryClient(), {
      refresh: [
        mcpApi.getMcpServer,
        mcpToolsApi.listMcpTools,
        listedMcpServersApi.getMcpServerWithUse,
        listedMcpServersApi.listMcpServersWithUse,
      ],
    }),
  );
  const all = offer.data?.more ? undefined : offer.data?.items.map(({ slug }) => slug);
  const change = (slug: string, on: boolean) => {
    const nextTools = withTool(allowed.length > 0 ? allowed : (all ?? []), slug, on);
    if (nextTools.length === 0) return toast("A server needs at least one tool.", { tone: "error" });
    update.mutate(
      { params: { id }, body: { allowed_tools: nextTools } },
      { onError: (error) => toast(error.message, { tone: "error" }) },
    );
  };
  // With more tools than a list can hold, only those that are listed already can be changed.
  return { change, disabled: update.isPending || (allowed.length === 0 && all === undefined) };
}

const COLUMNS: readonly Column<ToolRow>[] = [
  {
    heading: "Tool",
    className: "w-full max-w-0 min-w-40",
    cell: ({ slug, toolkit, name, own_name: originalName, description }) => (
      <span className="flex min-w-0 items-start gap-3">
        <ToolkitLogo slug={toolkit} className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <Link
            href={`/tools/${encodeURIComponent(slug)}`}
            title={slug}
            className="block truncate rounded-sm text-sm hover:underline"
          >
            <ToolName slug={name} toolkit={toolkit} />
          </Link>
          <span className="block truncate text-xs text-muted" title={description}>
            {originalName ? `${slug} · ` : ""}
            {description}
          </span>
        </span>
      </span>
    ),
  },
  {
    heading: "Behavior",
    wide: "md",
    cell: ({ read_only: reads, destructive }) =>
      reads ? (
        <Badge>Reads</Badge>
      ) : destructive ? (
        <Badge tone="red">Destroys</Badge>
      ) : (
        <Badge tone="amber">Writes</Badge>
      ),
  },
  {
    heading: "Tokens",
    wide: "md",
    className: "text-right",
    cell: ({ about_tokens: tokens }) => (
      <span className="font-mono text-xs tabular-nums" title={`About ${countOf(tokens, "token")} in the list`}>
        ~{tokens.toLocaleString("en")}
      </span>
    ),
  },
];

const toActions = (edit: (tool: ToolRow) => void, allow: ReturnType<typeof useAllow>): readonly Column<ToolRow>[] => [
  {
    heading: "Clients get",
    className: "py-0",
    cell: ({ slug, name, allowed }) => (
      <Switch
        label={`Offer ${name} to clients`}
        hideLabel
        checked={allowed}
        disabled={allow.disabled}
        onChange={(on) => allow.change(slug, on)}
      />
    ),
  },
  {
    heading: "Text",
    hideHeading: true,
    className: "w-10 py-0",
    cell: (tool) => (
      <Button variant="ghost" size="icon" aria-label={`Rename ${tool.name}`} title="Rename" onClick={() => edit(tool)}>
        <Pencil aria-hidden />
      </Button>
    ),
  },
];
