/** The agent's calls in a session, newest first and live; each call opens in a drawer, and can be run again. */
"use client";
import { ListTree } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PanelRoom } from "@/components/ui/panel-room";
import { Skeleton } from "@/components/ui/skeleton";
import { RunAgain } from "./run-again";
import { Timeline } from "./timeline";
import { toEntry, type SessionCall } from "./timeline-entry";
import { useSessionCalls } from "./use-session-calls";

const CallDrawer = dynamic(() => import("./call-drawer").then((module) => module.CallDrawer), { ssr: false });

const WaitingCalls = dynamic(
  () => import("@/components/approvals/waiting-calls").then((module) => module.WaitingCalls),
  { ssr: false },
);

const PARTS = [
  { key: "all", label: "All" },
  { key: "failed", label: "Failed" },
] as const;

const moveTo = (call: string) => changeSearch({ call });
const close = () => changeSearch({ call: "" });

export function SessionTimeline({ id }: { id: string }) {
  const search = useSearchParams();
  const failed = search.get("status") === "failed";
  const openCall = search.get("call") ?? "";
  const calls = useSessionCalls(id, failed ? "failed" : undefined);
  const rows = calls.data?.pages.flatMap(({ items }) => items) ?? [];
  const byId = new Map(rows.flatMap((call) => [call, ...call.calls].map((call) => [call.id, call] as const)));
  return (
    <>
      <WaitingCalls sessionId={id} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Which calls"
          options={PARTS}
          value={failed ? "failed" : "all"}
          onChange={(key) => changeSearch({ status: key === "failed" ? "failed" : "" })}
        />
        <p className="text-xs text-muted">Updates live.</p>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={calls}
          what="the calls"
          skeleton={<Shape />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={failed ? <NothingFailed /> : <NoCalls />}
        >
          {() => (
            <Timeline
              label="Calls, newest first"
              entries={rows.map(toEntry)}
              onOpen={(call) => changeSearch({ call }, openCall ? "replace" : "push")}
              actions={({ id: call }) => <Again sessionId={id} call={byId.get(call)} />}
            />
          )}
        </QueryView>
      </div>
      {openCall ? (
        <>
          <PanelRoom />
          <CallDrawer
            id={openCall}
            sessionId={id}
            call={byId.get(openCall)}
            ids={[...byId.keys()]}
            onMove={moveTo}
            onClose={close}
          />
        </>
      ) : null}
    </>
  );
}

type Call = SessionCall | SessionCall["calls"][number];

const Again = ({ sessionId, call }: { sessionId: string; call: Call | undefined }) =>
  call && call.not_again === null ? <RunAgain sessionId={sessionId} call={call} iconOnly /> : null;

const Shape = () => (
  <div className="divide-y">
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className="space-y-2 px-4 py-3">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-3 w-96 max-w-full" />
      </div>
    ))}
  </div>
);

const NoCalls = () => (
  <EmptyState
    Icon={ListTree}
    title="No calls yet"
    guide="agents-and-sessions/sessions"
    action={
      <Button asChild variant="outline">
        <Link href="?tab=use">Use this session</Link>
      </Button>
    }
  >
    Each tool call in this session appears here with its arguments, result and account.
  </EmptyState>
);

const NothingFailed = () => (
  <EmptyState Icon={ListTree} title="No failed calls">
    Failed calls appear here.
  </EmptyState>
);
