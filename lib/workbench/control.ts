/** What people and operators do with a session's workbench besides running code: look, interrupt, reset, stop. */
import { randomBytes } from "node:crypto";
import type { Variable } from "./answers";
import { endBench, findBench, liveBenches } from "./sessions/benches";

const QUESTION_SECONDS = 5;
const newId = (): string => `ask_${randomBytes(6).toString("hex")}`;

/** The variables of a session's interpreter; empty while it has none, or while a cell runs. */
export async function listVariables(projectId: string, sessionId: string): Promise<Variable[]> {
  const bench = findBench({ projectId, sessionId });
  const got = await bench?.sandbox.ask({ id: newId(), op: "variables", timeout: QUESTION_SECONDS });
  return got?.variables ?? [];
}

/** What may stand at the cursor of a cell, for an editor. */
export async function completeCode(
  projectId: string,
  sessionId: string,
  { code, cursor }: { code: string; cursor: number },
): Promise<{ word: string; matches: string[] }> {
  const bench = findBench({ projectId, sessionId });
  const got = await bench?.sandbox.ask({ id: newId(), op: "complete", timeout: QUESTION_SECONDS, code, cursor });
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
  if (bench) await endBench(bench, "somebody stopped it");
  return bench !== undefined;
}

export type SandboxView = {
  id: string;
  projectId: string;
  sessionId: string;
  startedAt: Date;
  usedAt: Date;
  /** What runs in it at the moment. */
  running: { kind: "cell" | "bash"; since: Date }[];
  memoryBytes: number;
  diskBytes: number;
};

/** The sandboxes of this copy of the app: one project's, or all for the operator. */
export const listSandboxes = (projectId: string | null): SandboxView[] =>
  liveBenches().flatMap(({ sandbox, owner, running, usedAt, use }) =>
    owner && (projectId === null || owner.projectId === projectId)
      ? [
          {
            id: sandbox.id,
            ...owner,
            startedAt: sandbox.startedAt,
            usedAt: new Date(usedAt),
            running: [...running.values()].map(({ kind, since }) => ({ kind, since })),
            memoryBytes: use.memory,
            diskBytes: use.disk,
          },
        ]
      : [],
  );
