/**
 * A session: the calls of its agent, its access rules, and ways to continue it. The address contains the chosen tab.
 */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { toTokenWords } from "@/components/parts/display/tokens";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { query } from "@/lib/contract/client";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { DeleteSession } from "./delete-session";
import { toToolkitWords, type SessionRow } from "./session-words";

const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-56" />
  </div>
);

// Each tab's code comes with the tab.
const SessionTimeline = dynamic(() => import("./timeline/session-timeline").then((module) => module.SessionTimeline), {
  ssr: false,
  loading: Shape,
});
const SessionConfiguration = dynamic(
  () => import("./session-configuration").then((module) => module.SessionConfiguration),
  { ssr: false, loading: Shape },
);
const SessionTools = dynamic(() => import("./session-tools").then((module) => module.SessionTools), {
  ssr: false,
  loading: Shape,
});
const SessionConnections = dynamic(() => import("./session-connections").then((module) => module.SessionConnections), {
  ssr: false,
  loading: Shape,
});
const UseSession = dynamic(() => import("./use-session").then((module) => module.UseSession), {
  ssr: false,
  loading: Shape,
});

const TABS = [
  { key: "timeline", label: "Timeline" },
  { key: "configuration", label: "Configuration" },
  { key: "tools", label: "Tools" },
  { key: "connections", label: "Connections" },
  { key: "use", label: "Connect" },
] as const satisfies readonly Tab<string>[];
type TabKey = (typeof TABS)[number]["key"];

const toTab = (text: string | null): TabKey => TABS.find(({ key }) => key === text)?.key ?? "timeline";
/** Parameters of a single tab, which are not carried into another tab. */
const openTab = (tab: TabKey) =>
  changeSearch({
    tab: tab === "timeline" ? "" : tab,
    call: "",
    status: "",
    search: "",
    connected: "",
    edit: "",
    a: "",
    client: "",
  });

export function SessionDetail({ id }: { id: string }) {
  const session = useQuery(query(listedSessionsApi.getListedSession, { params: { session_id: id } }));
  return (
    <QueryView query={session} what="this session" skeleton={<Shape />}>
      {(session) => <Loaded session={session} />}
    </QueryView>
  );
}

function Loaded({ session }: { session: SessionRow }) {
  const id = session.session_id;
  useCrumbName(`Session for ${session.user_id}`);
  const tab = toTab(useSearchParams().get("tab"));
  return (
    <>
      <PageHeader title={<Title session={session} />} description={<Facts session={session} />}>
        <DeleteSession session={session} />
      </PageHeader>
      <Tabs label="Session" tabs={TABS} value={tab} onChange={openTab}>
        {tab === "timeline" ? <SessionTimeline id={id} /> : null}
        {tab === "configuration" ? <SessionConfiguration id={id} /> : null}
        {tab === "tools" ? <SessionTools id={id} /> : null}
        {tab === "connections" ? <SessionConnections id={id} /> : null}
        {tab === "use" ? <UseSession session={session} /> : null}
      </Tabs>
    </>
  );
}

const Title = ({ session }: { session: SessionRow }) => (
  <span className="wrap-anywhere">
    Session for{" "}
    <Link
      href={`/users/${encodeURIComponent(session.user_id)}`}
      className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {session.user_id}
    </Link>
  </span>
);

function Facts({ session }: { session: SessionRow }) {
  const { calls, about_tokens: tokens } = session;
  const nameOf = useToolkitNames();
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <CopyableId id={session.session_id} what="session ID" />
      <span>
        Toolkits: {toToolkitWords(session, nameOf)}
        {session.implicit ? ", created by an agent" : ""}
      </span>
      <span>
        {countOf(calls, "call")}, about {toTokenWords(tokens.schemas + tokens.results)} tokens
      </span>
      <span>
        Created <RelativeTime at={session.created_at} />, last used <RelativeTime at={session.last_used_at} />
      </span>
    </span>
  );
}
