/** Whether this server has a workbench, and if not, why not and what to do about it. */
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";
import { forward, isElsewhere } from "./forward/forward";
import { findGatewayProblems } from "./gateway/find-gateway-problems";
import { hasGateway } from "./gateway/ask-gateway";
import { NICENESS, PROCESSES } from "./host/limits";
import type { Problem } from "./host/packages";
import { selfTest } from "./host/self-test";
import { hasOwnIds } from "./host/take-user-id";
import { trySandbox } from "./sandbox/try-sandbox";

/** After a failure the machine is tried again, because somebody may have installed what was missing. */
const TRY_AGAIN_MS = 60_000;

export type WorkbenchState = {
  status: "available" | "unavailable" | "checking";
  /** The problems that keep it from running; empty if it is available. */
  problems: Problem[];
  /** What the operator should know of one that runs. */
  notes: string[];
  checkedAt: Date | null;
};

const state = () =>
  processMemory("workbench.state", (): { now: WorkbenchState } => ({
    now: { status: "checking", problems: [], notes: [], checkedAt: null },
  }));
const checks = () => processMemory("workbench.checks", () => shareInFlight<void>());

const SHARED_IDS =
  "The server does not run as root, so all sandboxes have its user id, and only namespaces keep them apart.";

const AT_GATEWAY =
  "Code runs at the Jupyter gateway, which alone decides what it can reach and how sessions are kept apart.";

function notesOf(): string[] {
  if (hasGateway()) return [AT_GATEWAY];
  return hasOwnIds() ? [] : [SHARED_IDS];
}

/** The state in the process that has the sandboxes. */
const describeOwner = forward("describe", describeWorkbench);

async function check(): Promise<void> {
  if (isElsewhere()) {
    state().now = await describeOwner();
    return;
  }
  const problems = hasGateway() ? await findGatewayProblems() : (await selfTest(trySandbox)).problems;
  state().now = {
    status: problems.length === 0 ? "available" : "unavailable",
    problems,
    notes: problems.length === 0 ? notesOf() : [],
    checkedAt: new Date(),
  };
}

const isOld = ({ status, checkedAt }: WorkbenchState): boolean =>
  status === "checking" || (status === "unavailable" && Date.now() - (checkedAt?.getTime() ?? 0) > TRY_AGAIN_MS);

/** The state as far as it is known without waiting; starts the check of the rest. */
export function workbenchState(): WorkbenchState {
  // Whatever fails in it is in the state, and the next question tries again.
  if (isOld(state().now)) void describeWorkbench().catch(() => {});
  return state().now;
}

/** Tests the machine, once for all concurrent callers, and returns the result. */
export async function describeWorkbench(): Promise<WorkbenchState> {
  if (isOld(state().now)) await checks().run("self-test", check);
  return state().now;
}

/** Why there is no workbench, in one text; null where there is one. */
export function whyUnavailable({ status, problems }: WorkbenchState): string | null {
  if (status === "available") return null;
  return ["This server has no workbench.", ...problems.flatMap(({ reason, fix }) => [reason, fix])].join(" ");
}

/** @throws ApiError Unavailable, with what is missing and how to get it */
export async function requireWorkbench(): Promise<void> {
  const state = await describeWorkbench();
  if (state.status === "available") return;
  throw new ApiError(
    "Unavailable",
    `This server has no workbench. ${state.problems.map(({ reason }) => reason).join(" ")}`,
    {
      suggestedFix: state.problems.map(({ fix }) => fix)[0] ?? "Ask the operator of this server.",
      headers: { "x-should-retry": "false" },
    },
  );
}

/** The limits of one sandbox on this machine, and how many there are; null if code runs elsewhere or nowhere. */
export const sandboxLimits = () => {
  const { enabled, sandboxes, memoryBytes, diskBytes, maxSeconds, idleMs } = env().workbench;
  if (!enabled || hasGateway()) return null;
  return {
    ...{ sandboxes, memory_bytes: memoryBytes, disk_bytes: diskBytes, seconds: maxSeconds },
    ...{ idle_seconds: idleMs / 1000, processes: PROCESSES, nice: NICENESS },
  };
};

/** The longest time of a run that this server allows, in seconds. */
export const maxSeconds = (): number => env().workbench.maxSeconds;
