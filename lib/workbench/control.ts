/** What people and operators do with a session's workbench besides running code: look, interrupt, reset, stop. */
import { randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/process/env";
import type { LostVariables, Variable } from "./run-answer";
import {
  completeAtGateway,
  interruptAtGateway,
  listGatewayVariables,
  resetAtGateway,
  stopAtGateway,
} from "./gateway/control";
import { findLossAtGateway, type KernelRow, listKernels } from "./gateway/kernels";
import { atGateway, hasGateway } from "./gateway/ask-gateway";
import { forward, forwardInSession } from "./forward/forward";
import { hasFolders } from "./host/folders";
import type { SessionSandbox } from "./sessions/session-sandbox";
import { findSandbox, findLoss, findOwnSandbox, liveSandboxes, openingSince } from "./sessions/sandboxes";
import { findOwnerElsewhere, noteNames } from "./sessions/ownership";
import { endSandbox, grantedCapacity } from "./sessions/capacity";
import { sandboxLimits } from "./workbench-state";
import { ifFree } from "./turns";

const QUESTION_SECONDS = 5;
const STOPPED = "someone stopped it";
const newId = (): string => `ask_${randomBytes(6).toString("hex")}`;

/** The variables of a session's interpreter; empty if it has none. `busy`: a cell runs, so they cannot be read. */
export const listVariables = forwardInSession(
  "listVariables",
  async (projectId: string, sessionId: string): Promise<{ variables: Variable[]; busy: boolean }> => {
    const owner = { projectId, sessionId };
    if (hasGateway()) return atGateway(() => listGatewayVariables(owner));
    const sandbox = await findOwnSandbox(owner);
    if (!sandbox) return { variables: [], busy: false };
    const ask = () => sandbox.process.ask({ id: newId(), op: "variables", timeout: QUESTION_SECONDS });
    const response = await ifFree(owner, async () => ({ answer: await ask() }));
    return { variables: response?.answer?.variables ?? [], busy: response === null };
  },
);

/** Completions at the cursor of a cell, for an editor; none while a cell runs. */
export const completeCode = forwardInSession(
  "completeCode",
  async (
    projectId: string,
    sessionId: string,
    { code, cursor }: { code: string; cursor: number },
  ): Promise<{ word: string; matches: string[] }> => {
    const owner = { projectId, sessionId };
    if (hasGateway()) return atGateway(() => completeAtGateway(owner, { code, cursor }));
    const sandbox = await findOwnSandbox(owner);
    const question = { id: newId(), op: "complete", timeout: QUESTION_SECONDS, code, cursor };
    const response = sandbox && (await ifFree(owner, () => sandbox.process.ask(question)));
    return { word: response?.word ?? "", matches: response?.matches ?? [] };
  },
);

/** Interrupts the cell that runs, as Ctrl-C does: its variables stay. False where nothing runs. */
export const interruptCell = forwardInSession(
  "interruptCell",
  async (projectId: string, sessionId: string): Promise<boolean> => {
    if (hasGateway()) return atGateway(() => interruptAtGateway({ projectId, sessionId }));
    const sandbox = await findOwnSandbox({ projectId, sessionId });
    if (![...(sandbox?.running.values() ?? [])].some(({ kind }) => kind === "cell")) return false;
    sandbox?.process.tell({ op: "interrupt" });
    return true;
  },
);

/** Restarts a session's interpreter without its variables. False if it has none. */
export const resetKernel = forwardInSession(
  "resetKernel",
  async (projectId: string, sessionId: string): Promise<boolean> => {
    if (hasGateway()) return atGateway(() => resetAtGateway({ projectId, sessionId }));
    const sandbox = await findOwnSandbox({ projectId, sessionId });
    if (!sandbox) return false;
    sandbox.names = [];
    await noteNames({ projectId, sessionId }, []);
    return (await sandbox.process.ask({ id: newId(), op: "reset", timeout: QUESTION_SECONDS })) !== null;
  },
);

/** Ends a session's sandbox; its files stay. False where it has none. */
export const stopSandbox = forwardInSession(
  "stopSandbox",
  async (projectId: string, sessionId: string): Promise<boolean> => {
    if (hasGateway()) return atGateway(() => stopAtGateway({ projectId, sessionId }, STOPPED));
    const sandbox = await findOwnSandbox({ projectId, sessionId });
    if (sandbox) await endSandbox(sandbox, STOPPED);
    return sandbox !== undefined;
  },
);

async function stopKernels(projectId: string | null, ids: readonly string[] | undefined): Promise<number> {
  const kernels = (await listKernels(projectId)).filter(({ kernelId }) => ids?.includes(kernelId) ?? true);
  for (const { owner } of kernels) await stopAtGateway(owner, STOPPED);
  return kernels.length;
}

/**
 * Ends sandboxes of this copy of the app, or of all copies at a gateway; their files stay. Gives how many.
 * @param projectId null for those of all projects: for the operator
 * @param ids those that are meant; all of the project without them
 */
export const stopSandboxes = forward(
  "stopSandboxes",
  async (projectId: string | null, ids?: readonly string[]): Promise<number> => {
    if (hasGateway()) return atGateway(() => stopKernels(projectId, ids));
    const sandboxes = liveSandboxes().filter(
      ({ process, owner }) =>
        owner && (projectId === null || owner.projectId === projectId) && (ids?.includes(process.id) ?? true),
    );
    await Promise.all(sandboxes.map((sandbox) => endSandbox(sandbox, STOPPED)));
    return sandboxes.length;
  },
);

export type SandboxView = {
  id: string;
  projectId: string;
  sessionId: string;
  /** When it will be put away, if nobody uses it until then; null while something runs. */
  stopsAt: Date | null;
  startedAt: Date;
  usedAt: Date;
  /** The cells and commands that run in it now. */
  running: { kind: "cell" | "bash"; since: Date }[];
  memoryBytes: number;
  /** By its size. */
  mostMemoryBytes: number;
  diskBytes: number;
};

const toView = (
  { process, running, usedAt, use, capacity }: SessionSandbox,
  owner: { projectId: string; sessionId: string },
) => ({
  id: process.id,
  ...owner,
  startedAt: process.startedAt,
  usedAt: new Date(usedAt),
  stopsAt: running.size > 0 ? null : new Date(usedAt + env().workbench.idleMs),
  running: [...running.values()].map(({ kind, since }) => ({ kind, since })),
  memoryBytes: use.memory,
  mostMemoryBytes: capacity * env().workbench.memoryBytes,
  diskBytes: use.disk,
});

/** The gateway does not report memory and disk use. */
const fromKernel = ({ owner, kernelId, startedAt, usedAt, runningUntil }: KernelRow): SandboxView => ({
  id: kernelId,
  ...owner,
  startedAt,
  usedAt,
  stopsAt: runningUntil ? null : new Date(usedAt.getTime() + env().workbench.idleMs),
  running: runningUntil ? [{ kind: "cell", since: usedAt }] : [],
  memoryBytes: 0,
  mostMemoryBytes: env().workbench.memoryBytes,
  diskBytes: 0,
});

/**
 * The sandboxes of this copy of the app, or those of all copies at a gateway: of one project, or all for the operator.
 */
export const listSandboxes = forward("listSandboxes", async (projectId: string | null): Promise<SandboxView[]> => {
  if (hasGateway()) return (await listKernels(projectId)).map(fromKernel);
  return liveSandboxes().flatMap((sandbox) =>
    sandbox.owner && (projectId === null || sandbox.owner.projectId === projectId)
      ? [toView(sandbox, sandbox.owner)]
      : [],
  );
});

/** The state of a session's sandbox; `none`: it has none now, and the next cell starts one. */
export type SandboxState =
  | { status: "preparing"; since: Date }
  | { status: "ready" | "running"; since: Date; sandbox: SandboxView }
  | { status: "elsewhere"; since: Date; copy: string }
  | { status: "none"; lost: LostVariables | null };

const fromView = (sandbox: SandboxView): SandboxState => {
  const [first] = sandbox.running;
  return first
    ? { status: "running", since: first.since, sandbox }
    : { status: "ready", since: sandbox.usedAt, sandbox };
};

/** The state of a session's sandbox on this copy of the app, or at the gateway. */
export const viewSandbox = forwardInSession(
  "viewSandbox",
  async (projectId: string, sessionId: string): Promise<SandboxState> => {
    const owner = { projectId, sessionId };
    if (hasGateway()) {
      const view = (await listSandboxes(projectId)).find((sandbox) => sandbox.sessionId === sessionId);
      return view ? fromView(view) : { status: "none", lost: await findLossAtGateway(owner) };
    }
    const opening = openingSince(owner);
    if (opening) return { status: "preparing", since: opening };
    const holder = await findOwnerElsewhere(owner);
    if (holder) return { status: "elsewhere", since: holder.at, copy: holder.name };
    const sandbox = findSandbox(owner);
    if (!sandbox || sandbox.process.whyEnded() !== null)
      return { status: "none", lost: (await hasFolders()) ? await findLoss(owner) : null };
    return fromView(toView(sandbox, owner));
  },
);

/** How much is allowed, and how many of the server's places sessions have; ready sandboxes without one make room. */
export const workbenchLimits = forward("workbenchLimits", async () => {
  const { memoryBytes, diskBytes, maxSeconds, sandboxes, idleMs } = env().workbench;
  const activeCount = hasGateway() ? (await listKernels(null)).length : grantedCapacity();
  const { processes, nice } = sandboxLimits() ?? { processes: null, nice: null };
  return {
    memoryBytes,
    diskBytes,
    maxSeconds,
    sandboxes,
    idleSeconds: idleMs / 1000,
    taken: activeCount,
    processes,
    nice,
  };
});
