/** The state of a session's workbench, in sentences for people: every state has a reason, an age and a remedy. */
import type { z } from "zod";
import { requireSeenSession } from "@/lib/sessions/sessions";
import type { Session } from "@/lib/sessions/session";
import { type SandboxView, type SandboxState, viewSandbox, workbenchLimits } from "@/lib/workbench/control";
import { describeWorkbench, type WorkbenchState } from "@/lib/workbench/workbench-state";
import type { notebookApi } from "../contract";

type State = z.input<typeof notebookApi.getWorkbench.response>;
type SandboxSummary = Pick<State, "status" | "reason" | "since" | "next" | "lost">;

/** The limits of the server in the form of the API. */
export async function toLimits(): Promise<State["limits"]> {
  const {
    memoryBytes,
    diskBytes,
    maxSeconds,
    idleSeconds,
    sandboxes,
    taken: usedCount,
    processes,
    nice,
  } = await workbenchLimits();
  return {
    ...{ memory_bytes: memoryBytes, disk_bytes: diskBytes, seconds: maxSeconds, idle_seconds: idleSeconds },
    ...{ sandboxes, taken: usedCount, processes, nice },
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

const toSandbox = ({
  id,
  startedAt,
  stopsAt,
  memoryBytes,
  mostMemoryBytes,
  diskBytes,
  running,
}: SandboxView): State["sandbox"] => ({
  id,
  started_at: startedAt.toISOString(),
  stops_at: iso(stopsAt),
  memory_bytes: memoryBytes,
  most_memory_bytes: mostMemoryBytes,
  disk_bytes: diskBytes,
  running: running.map(({ kind, since }) => ({ kind, since: since.toISOString() })),
});

/** @param server the state of the server's workbench */
function tellUnavailable({ problems, checkedAt }: WorkbenchState): SandboxSummary {
  return {
    status: "unavailable",
    reason: problems.map(({ reason }) => reason).join(" ") || "The server is checking this machine.",
    since: iso(checkedAt),
    next: problems[0]?.fix ?? "Wait a moment.",
    lost: [],
  };
}

const switchedOff = ({ updatedAt }: Session): SandboxSummary => ({
  status: "unavailable",
  reason: "The workbench of this session is off.",
  since: iso(updatedAt),
  next: "Switch it on in the session’s settings, or choose another session.",
  lost: [],
});

function tellNone(loss: Extract<SandboxState, { status: "none" }>["lost"], { createdAt }: Session): SandboxSummary {
  const next = "Run a cell: it starts one.";
  if (!loss) return { status: "none", reason: "Nothing has run in it yet.", since: iso(createdAt), next, lost: [] };
  return { status: "none", reason: sentence(loss.reason), since: iso(loss.at), next, lost: loss.variables };
}

function tell(view: SandboxState, session: Session): SandboxSummary {
  if (view.status === "none") return tellNone(view.lost, session);
  const since = iso(view.since);
  if (view.status === "elsewhere")
    return {
      ...{ status: "unavailable", since, lost: [] },
      reason: `Its sandbox and its files live on another copy of the app, ${view.copy}.`,
      next: "Open the dashboard of that copy, or let the operator send a session’s calls to one copy or use a Jupyter gateway.",
    };
  if (view.status === "preparing")
    return {
      ...{ status: view.status, since, lost: [] },
      reason: "Its sandbox is starting, which takes a few seconds.",
      next: "Wait: it ends within a minute, with the cell or with the reason why there is no sandbox.",
    };
  if (view.status === "running")
    return {
      ...{ status: view.status, since, lost: [] },
      reason: `A ${view.sandbox.running[0]?.kind === "bash" ? "command" : "cell"} runs.`,
      next: "Interrupt it to keep the variables, or reset the interpreter.",
    };
  return {
    ...{ status: view.status, since, lost: [] },
    reason: "The interpreter waits for a cell.",
    next: "Run a cell, or stop the sandbox: its files stay.",
  };
}

/** @throws ApiError NotFound for an unknown session */
export async function describeSessionWorkbench(projectId: string, sessionId: string): Promise<State> {
  const session = await requireSeenSession(projectId, sessionId);
  const server = await describeWorkbench();
  const limits = await toLimits();
  if (server.status !== "available") return { ...tellUnavailable(server), sandbox: null, limits };
  if (!session.config.workbench.enable) return { ...switchedOff(session), sandbox: null, limits };
  const view = await viewSandbox(projectId, session.id);
  return { ...tell(view, session), sandbox: "sandbox" in view ? toSandbox(view.sandbox) : null, limits };
}
