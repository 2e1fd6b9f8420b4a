/** The MCP servers of the project: their tools, their addresses, and when they were used. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plug, Plus, SearchX } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ListTotal } from "@/components/parts/lists/list-total";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogos } from "@/components/parts/display/toolkit-logos";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { pages } from "@/lib/contract/client";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { countOf } from "@/lib/contract/count-of";
import { serverHref, type ServerRow } from "./mcp-words";

const Count = ({ count }: { count: number }) => (
  <span className="font-mono text-xs tabular-nums">{count.toLocaleString("en")}</span>
);

const Names = ({ slugs }: { slugs: readonly string[] }) => slugs.map(useToolkitNames()).join(", ");

const COLUMNS: readonly Column<ServerRow>[] = [
  {
    heading: "Name",
    className: "w-full max-w-0 min-w-40 @[58rem]:w-2/5",
    cell: ({ id, name, toolkits, allowed_tools: tools }) => (
      <span className="block min-w-0">
        <Link href={serverHref(id)} title={name} className="block truncate rounded-sm font-medium hover:underline">
          {name}
        </Link>
        <span className="block truncate text-xs text-muted">
          <Names slugs={toolkits} />
          <span className="sm:hidden">{tools > 0 ? ` · ${countOf(tools, "tool")}` : ""}</span>
        </span>
      </span>
    ),
  },
  { heading: "Toolkits", wide: "md", cell: ({ toolkits }) => <ToolkitLogos slugs={toolkits} /> },
  {
    heading: "Tools",
    className: "text-right max-sm:hidden",
    cell: ({ allowed_tools: tools }) =>
      tools === 0 ? <span className="text-muted">All</span> : <Count count={tools} />,
  },
  { heading: "URLs", className: "text-right", cell: ({ addresses }) => <Count count={addresses} /> },
  {
    heading: "Last use",
    className: "text-right text-muted",
    cell: ({ last_used_at: time }) => (time ? <RelativeTime at={time} /> : "Never"),
  },
  {
    heading: "Created",
    wide: "lg",
    className: "text-right text-muted",
    cell: ({ created_at: time }) => <RelativeTime at={time} />,
  },
];

function useServers() {
  const words = useSearchParams().get("search")?.trim();
  return useInfiniteQuery(
    pages(listedMcpServersApi.listMcpServersWithUse, { query: { limit: 50, ...(words && { search: words }) } }),
  );
}

/** How many servers the search chooses: from the list's own answer. */
export const ServerTotal = () => (
  <ListTotal total={useServers().data?.pages[0]?.total_items} words={["server", "servers"]} />
);

export function McpServers() {
  const words = useSearchParams().get("search")?.trim();
  const router = useRouter();
  const servers = useServers();
  return (
    <>
      <search aria-label="Search MCP servers" className="mb-4 block">
        <SearchInput label="Search names and toolkits" className="sm:max-w-72" />
      </search>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={servers}
          what="MCP servers"
          skeleton={<TableSkeleton columns={COLUMNS} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={words ? <NothingMatches /> : <NoServers />}
        >
          {({ pages }) => (
            <DataTable
              caption="MCP servers, newest first"
              columns={COLUMNS}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(serverHref(id))}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

export function NewMcpServer({ variant }: { variant?: "outline" }) {
  if (!useMay("mcp_servers:write")) return null;
  return (
    <Button asChild variant={variant}>
      <Link href="/mcp/new">
        <Plus aria-hidden /> Create MCP server
      </Link>
    </Button>
  );
}

const NoServers = () => (
  <EmptyState
    Icon={Plug}
    title="No MCP servers yet"
    guide="mcp/mcp-servers"
    action={<NewMcpServer variant="outline" />}
  >
    Give MCP clients such as Claude or Cursor a set of tools, with a separate URL for each user.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching MCP servers">
    Search matches part of a name, or a full toolkit or ID.
  </EmptyState>
);
