/** An MCP server: its URLs, its tools, a way to try them, its calls, and its settings. The chosen tab is in the URL. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogos } from "@/components/parts/display/toolkit-logos";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { query } from "@/lib/contract/client";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { countOf } from "@/lib/contract/count-of";
import { type Server } from "./mcp-words";

const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-56" />
  </div>
);

// Each tab's code comes with the tab.
const ConnectPart = dynamic(() => import("./connect-part").then((module) => module.ConnectPart), {
  ssr: false,
  loading: Shape,
});
const ToolsPart = dynamic(() => import("./tools-part").then((module) => module.ToolsPart), {
  ssr: false,
  loading: Shape,
});
const Inspector = dynamic(() => import("./inspector/inspector").then((module) => module.Inspector), {
  ssr: false,
  loading: Shape,
});
const RecentCalls = dynamic(
  () => import("@/components/connected-accounts/recent-calls").then(({ RecentCalls }) => RecentCalls),
  { ssr: false, loading: Shape },
);
const ServerSettings = dynamic(() => import("./server-settings").then((module) => module.ServerSettings), {
  ssr: false,
  loading: Shape,
});

const TABS = [
  { key: "connect", label: "Connect" },
  { key: "tools", label: "Tools" },
  { key: "inspector", label: "Inspector" },
  { key: "calls", label: "Recent calls" },
  { key: "settings", label: "Settings" },
] as const satisfies readonly Tab<string>[];
type TabKey = (typeof TABS)[number]["key"];

const toTab = (text: string | null): TabKey => TABS.find(({ key }) => key === text)?.key ?? "connect";
/** The user is kept from tab to tab; parameters of a single tab are not. */
const openTab = (tab: TabKey) =>
  changeSearch({ tab: tab === "connect" ? "" : tab, search: "", of: "", tool: "", view: "", way: "", client: "" });

export function McpServerDetail({ id }: { id: string }) {
  const server = useQuery(query(mcpApi.getMcpServer, { params: { id } }));
  return (
    <QueryView query={server} what="this MCP server" skeleton={<Shape />}>
      {(mcpServer) => <Loaded server={mcpServer} />}
    </QueryView>
  );
}

function Loaded({ server }: { server: Server }) {
  const tab = toTab(useSearchParams().get("tab"));
  useCrumbName(server.name);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{server.name}</span>}
        description={<Facts server={server} />}
      />
      <Tabs label="Parts of this MCP server" tabs={TABS} value={tab} onChange={openTab}>
        {tab === "connect" ? <ConnectPart server={server} /> : null}
        {tab === "tools" ? <ToolsPart server={server} /> : null}
        {tab === "inspector" ? <Inspector server={server} /> : null}
        {tab === "calls" ? (
          <RecentCalls
            title="Calls by this server"
            filters={[{ field: "mcp_server_id", operator: "==", value: server.id }]}
            href={`/logs/tools?mcp=${encodeURIComponent(server.id)}`}
          />
        ) : null}
        {tab === "settings" ? <ServerSettings key={server.updated_at} server={server} /> : null}
      </Tabs>
    </>
  );
}

function Facts({ server }: { server: Server }) {
  const { data } = useQuery(query(listedMcpServersApi.getMcpServerWithUse, { params: { id: server.id } }));
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <ToolkitLogos slugs={server.toolkits} />
      <CopyableId id={server.id} what="MCP server ID" />
      {data ? (
        <>
          <span>
            {countOf(data.tools, "tool")}, ≈{toTokenWords(data.about_tokens)} tokens in context
          </span>
          <span>
            {data.last_used_at ? (
              <>
                Last used <RelativeTime at={data.last_used_at} />
              </>
            ) : (
              "Never used"
            )}
          </span>
        </>
      ) : (
        <span aria-hidden className="inline-block h-4 w-72 max-w-full animate-pulse rounded-md bg-hover" />
      )}
    </span>
  );
}
