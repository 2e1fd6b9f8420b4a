/** The state of the sandbox: the reason, the start time, the used part of the limits, and the possible actions. */
"use client";
import { pluralOf } from "@/lib/contract/count-of";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CirclePause, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { query, type ResultOf } from "@/lib/contract/client";
import { notebookApi } from "@/generated/addresses/notebook";
import { sandboxesApi } from "@/generated/addresses/notebook/sandboxes";
import { Meter } from "./meter";
import { Missing } from "./missing";
import { toAge } from "./words";

type State = ResultOf<typeof notebookApi.getWorkbench>;

const LOOKS: Record<State["status"], { tone: BadgeTone; Icon: LucideIcon; word: string }> = {
  unavailable: { tone: "red", Icon: CircleX, word: "Not available" },
  preparing: { tone: "blue", Icon: CircleDashed, word: "Preparing" },
  none: { tone: "grey", Icon: CirclePause, word: "Not started" },
  ready: { tone: "green", Icon: CircleCheck, word: "Ready" },
  running: { tone: "blue", Icon: LoaderCircle, word: "Running" },
};
const [SOON_MS, LATER_MS] = [1500, 10_000];

export function WorkbenchBar({ session, busy }: { session: string | null; busy: boolean }) {
  return session ? <OfSession session={session} busy={busy} /> : <OfServer />;
}

/** Before a session exists, only the server knows whether a cell can run. */
function OfServer() {
  const server = useQuery(query(sandboxesApi.listSandboxes, {}));
  const workbench = server.data?.workbench;
  if (!workbench || workbench.status === "available")
    return (
      <p className="flex min-h-5 flex-wrap items-center gap-2 text-xs text-muted">
        <Look status="none" /> Runs as user “default”. Change it under “Session”.
      </p>
    );
  return <Missing reason={workbench.reason} next={workbench.fix} />;
}

function OfSession({ session, busy }: { session: string; busy: boolean }) {
  const state = useQuery({
    ...query(notebookApi.getWorkbench, { params: { session_id: session } }),
    refetchInterval: ({ state: { data } }) =>
      busy || data?.status === "running" || data?.status === "preparing" ? SOON_MS : LATER_MS,
  });
  if (state.isError && !state.data)
    return (
      <Alert tone="warning" title={state.error.message}>
        This notebook’s session and its files were deleted. Choose another one under “Session”.
      </Alert>
    );
  if (!state.data) return <div aria-busy="true" className="h-5" />;
  return <WorkbenchStatus state={state.data} />;
}

function WorkbenchStatus({ state }: { state: State }) {
  const { status, reason, next, since, lost: lostVariables, sandbox, limits } = state;
  if (status === "unavailable") return <Missing reason={reason} next={next} />;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted">
        <Look status={status} />
        <span>
          {reason} {since ? <Age since={since} /> : null}
        </span>
        {status === "ready" ? null : <span>{next}</span>}
        <span className="flex flex-wrap gap-x-4 gap-y-1 md:ml-auto">
          {/* a sandbox is measured a moment after it started */}
          {sandbox && sandbox.memory_bytes > 0 ? (
            <>
              <Meter word="Memory" used={sandbox.memory_bytes} most={sandbox.most_memory_bytes} />
              <Meter word="Files" used={sandbox.disk_bytes} most={limits.disk_bytes} />
            </>
          ) : null}
          <span title={`Max cell time ${limits.seconds} s`}>
            {limits.taken} of {limits.sandboxes} sandboxes running
          </span>
        </span>
      </div>
      {lostVariables.length > 0 ? (
        <Alert
          tone="warning"
          title={`${pluralOf(lostVariables.length, "Variable")} lost: ${lostVariables.slice(0, 30).join(", ")}`}
        >
          {reason} Files in /mnt/files are kept. Re-run the cells that define them.
        </Alert>
      ) : null}
    </div>
  );
}

function Look({ status }: { status: State["status"] }) {
  const { tone, Icon, word } = LOOKS[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className={cn(status === "running" && "motion-safe:animate-spin")} />
      {word}
    </Badge>
  );
}

function Age({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} className="tabular-nums">
      ({toAge(Date.parse(since), now)})
    </time>
  );
}
