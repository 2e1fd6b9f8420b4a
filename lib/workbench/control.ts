/** What people and operators do with a session's workbench besides running code: look, interrupt, reset, stop. */
import { randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/process/env";
import type { Lost, Variable } from "./answers";
import { hasPlaces } from "./host/places";
import type { Bench } from "./sessions/bench";
import { endBench, findBench, findLoss, liveBenches, openingSince, takenPlaces } from "./sessions/benches";
import { ifFree } from "./turns";

const QUESTION_SECONDS = 5;
const STOPPED = "somebody stopped it";
const newId = (): string => `ask_${randomBytes(6).toString("hex")}`;

/** The variables of a session's interpreter; empty while it has none. `busy`: a cell runs, and they cannot be asked for. */
export async function listVariables(
  projectId: string,
  sessionId: string,
): Promise<{ variables: Variable[]; busy: boolean }> {
  const owner = { projectId, sessionId };
  const bench = findBench(owner);
  if (!bench) return { variables: [], busy: false };
  const ask = () => bench.sandbox.ask({ id: newId(), op: "variables", timeout: QUESTION_SECONDS });
  const got = await ifFree(owner, async () => ({ answer: await ask() }));
  return { variables: got?.answer?.variables ?? [], busy: got === null };
}

/** What may stand at the cursor of a cell, for an editor; nothing while a cell runs. */
export async function completeCode(
  projectId: string,
  sessionId: string,
  { code, cursor }: { code: string; cursor: number },
): Promise<{ word: string; matches: string[] }> {
  const owner = { projectId, sessionId };
  const bench = findBench(owner);
  const question = { id: newId(), op: "complete", timeout: QUESTION_SECONDS, code, cursor };
  const got = bench && (await ifFree(owner, () => bench.sandbox.ask(question)));
  return { word: got?.word ?? "", matches: got?.matches ?? [] };
}

/** Interrupts the cell that runs, as Ctrl-C does: its variables stay. False where nothing runs. */
export function interruptCell(projectId: string, sessionId: string): boolean {
  const bench = findBench({ projectId, sessionId });
  if (![...(bench?.running.values() ?? [])].some(({ kind }) => kind === "cell")) return false;
  bench?.sandbox.tell({ op: "interrupt" });
  return true;
}

/** Starts a session's interpreter anew, without its variables. False where it has none. */
export async function resetKernel(projectId: string, sessionId: string): Promise<boolean> {
  const bench = findBench({ projectId, sessionId });
  if (!bench) return false;
  bench.names = [];
  return (await bench.sandbox.ask({ id: newId(), op: "reset", timeout: QUESTION_SECONDS })) !== null;
}

/** Ends a session's sandbox; its files stay. False where it has none. */
export async function stopSandbox(projectId: string, sessionId: string): Promise<boolean> {
  const bench = findBench({ projectId, sessionId });
  if (bench) await endBench(bench, STOPPED);
  return bench !== undefined;
}

/**
 * Ends sandboxes of this copy of the app; their files stay. Gives how many.
 * @param projectId null for those of all projects: for the operator
 * @param ids those that are meant; all of the project without them
 */
export async function stopSandboxes(projectId: string | null, ids?: readonly string[]): Promise<number> {
  const meant = liveBenches().filter(
    ({ sandbox, owner }) =>
      owner && (projectId === null || owner.projectId === projectId) && (ids?.includes(sandbox.id) ?? true),
  );
  await Promise.all(meant.map((bench) => endBench(bench, STOPPED)));
  return meant.length;
}

export type SandboxView = {
  id: string;
  projectId: string;
  sessionId: string;
  /** When it will be put away, if nobody uses it until then; null while something runs. */
  stopsAt: Date | null;
  startedAt: Date;
  usedAt: Date;
  /** What runs in it at the moment. */
  running: { kind: "cell" | "bash"; since: Date }[];
  memoryBytes: number;
  diskBytes: number;
};

const toView = ({ sandbox, running, usedAt, use }: Bench, owner: { projectId: string; sessionId: string }) => ({
  id: sandbox.id,
  ...owner,
  startedAt: sandbox.startedAt,
  usedAt: new Date(usedAt),
  stopsAt: running.size > 0 ? null : new Date(usedAt + env().workbench.idleMs),
  running: [...running.values()].map(({ kind, since }) => ({ kind, since })),
  memoryBytes: use.memory,
  diskBytes: use.disk,
});

/** The sandboxes of this copy of the app: one project's, or all for the operator. */
export const listSandboxes = (projectId: string | null): SandboxView[] =>
  liveBenches().flatMap((bench) =>
    bench.owner && (projectId === null || bench.owner.projectId === projectId) ? [toView(bench, bench.owner)] : [],
  );

/** What becomes of a session's sandbox; `none`: it has none now, and the next cell starts one. */
export type SessionSandbox =
  | { status: "preparing"; since: Date }
  | { status: "ready" | "running"; since: Date; sandbox: SandboxView }
  | { status: "none"; lost: Lost | null };

/** How it stands with the sandbox of a session on this copy of the app. */
export async function viewSandbox(projectId: string, sessionId: string): Promise<SessionSandbox> {
  const owner = { projectId, sessionId };
  const opening = openingSince(owner);
  if (opening) return { status: "preparing", since: opening };
  const bench = findBench(owner);
  if (!bench || bench.sandbox.whyEnded() !== null)
    return { status: "none", lost: (await hasPlaces()) ? await findLoss(owner) : null };
  const sandbox = toView(bench, owner);
  const [first] = sandbox.running;
  return first
    ? { status: "running", since: first.since, sandbox }
    : { status: "ready", since: sandbox.usedAt, sandbox };
}

/** How much is allowed, and how much of the server's places is taken. */
export const workbenchLimits = () => {
  const { memoryBytes, diskBytes, maxSeconds, sandboxes, idleMs } = env().workbench;
  return { memoryBytes, diskBytes, maxSeconds, sandboxes, idleSeconds: idleMs / 1000, taken: takenPlaces() };
};
