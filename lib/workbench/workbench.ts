/**
 * The workbench: each session has an interpreter of Python that keeps its variables, bash beside it, and files that stay.
 * This is all that other rooms use of it.
 */
import { randomBytes } from "node:crypto";
import type { Origin } from "@/lib/kernel/process/log";
import type { SandboxSize } from "@/lib/kernel/process/workbench-settings";
import type { Captured, Owner, RunAnswer, RunPart } from "./run-answer";
import { atGateway, hasGateway } from "./gateway/ask-gateway";
import { runAtGateway } from "./gateway/run-at-gateway";
import type { Helpers } from "./helpers/helpers";
import { hintsOf } from "./hints-of";
import type { Collected } from "./sandbox/collector";
import { type SessionSandbox, takeLoss } from "./sessions/session-sandbox";
import { noteNames } from "./sessions/ownership";
import { noteOwner } from "./sessions/stores";
import { useSandbox } from "./sessions/sandboxes";
import { maxSeconds, requireWorkbench } from "./workbench-state";
import { inTurn } from "./turns";

export type RunOptions = {
  /** Seconds; longer than the server allows is cut, and the answer says so. */
  timeout?: number;
  /** Of the sandbox, where the session has none yet. */
  size?: SandboxSize;
  /** What answers when the code asks for something; nothing does by default. */
  helpers?: Helpers;
  /** Hears of what the run gives while it goes on. */
  onPart?: (part: RunPart) => void;
  /** For whom lines of the log are written. */
  on: Origin;
};

/** The code of a cell, or a command. */
type Request = { kind: "cell" | "bash"; text: string };
type Run = (owner: Owner, request: Request, seconds: number, options: RunOptions) => Promise<RunAnswer>;
/** What the runner calls it. */
const FIELD = { cell: "code", bash: "command" } as const;

const newRunId = (): string => `run_${randomBytes(6).toString("hex")}`;

async function run(projectId: string, sessionId: string, request: Request, options: RunOptions): Promise<RunAnswer> {
  await requireWorkbench();
  return inTurn({ projectId, sessionId }, request.kind, async () => {
    const most = maxSeconds();
    const seconds = Math.min(Math.max(options.timeout ?? most, 1), most);
    const answer = await (hasGateway() ? runThere : runHere)({ projectId, sessionId }, request, seconds, options);
    if ((options.timeout ?? 0) > most)
      answer.notes.push(`timeout was cut to ${most} seconds, which is the most that this server allows.`);
    return answer;
  });
}

const runHere: Run = async (owner, request, seconds, options) =>
  runOn(await useSandbox(owner, options.size ?? "standard"), request, seconds, options);

const runThere: Run = (owner, request, seconds, { helpers = {}, on, onPart }) =>
  atGateway(() => runAtGateway(owner, { ...request, id: newRunId(), seconds, helpers, on, ...(onPart && { onPart }) }));

async function runOn(
  sandbox: SessionSandbox,
  { kind, text }: Request,
  timeout: number,
  options: RunOptions,
): Promise<RunAnswer> {
  const id = newRunId();
  const running = {
    kind,
    since: new Date(),
    helpers: options.helpers ?? {},
    ending: new AbortController(),
    on: options.on,
  };
  sandbox.running.set(id, running);
  try {
    options.onPart?.({ kind: "began" });
    const got = await sandbox.process.ask({ id, op: kind, timeout, [FIELD[kind]]: text }, options.onPart);
    const answer = toAnswer(sandbox, got, timeout);
    // Of a gateway's kernels nobody here knows what they may reach.
    answer.notes.push(...hintsOf(answer));
    if (got?.names) await rememberNames(sandbox, got.names);
    return answer;
  } finally {
    running.ending.abort();
    sandbox.running.delete(id);
    sandbox.usedAt = Date.now();
  }
}

const nothing = (): Captured => ({ text: "", lines: 0, bytes: 0, file: null, cut: false });

/** Why a run has ended that did not end by itself. */
function reasonOf(sandbox: SessionSandbox, got: Collected | null, timeout: number): string | null {
  if (!got) return sentence(sandbox.process.whyEnded() ?? "the sandbox ended");
  if (got.status === "timeout")
    return `It took longer than ${timeout} seconds${got.restarted ? ", and did not stop when it was interrupted" : ""}.`;
  if (got.status === "stopped") return "It was stopped.";
  if (got.status === "busy") return "Too much runs in this session at the moment.";
  return got.problem;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** Also on the disk and in the database, so that whoever finds the files or takes the session over can say what is gone. */
async function rememberNames(sandbox: SessionSandbox, names: string[]): Promise<void> {
  const isSame = names.length === sandbox.names.length && names.every((name, at) => name === sandbox.names[at]);
  sandbox.names = names;
  if (isSame || !sandbox.owner) return;
  // Only a courtesy: the sandbox may end meanwhile, and its folder with it.
  await Promise.all([noteOwner(sandbox.process.slot, sandbox.owner, names), noteNames(sandbox.owner, names)]).catch(
    () => {},
  );
}

function toAnswer(sandbox: SessionSandbox, got: Collected | null, timeout: number): RunAnswer {
  const reason = reasonOf(sandbox, got, timeout);
  const isGone = !got || got.restarted;
  const lost = isGone ? takeLoss(sandbox, reason ?? "it ended") : sandbox.lost;
  sandbox.lost = null;
  const status = !got ? "ended" : got.status === "busy" || got.status === "failed" ? "error" : got.status;
  return {
    status,
    stdout: got?.stdout ?? nothing(),
    stderr: got?.stderr ?? nothing(),
    result: got?.result ?? null,
    displays: got?.displays ?? [],
    error: got?.error ?? null,
    exit: got?.exit ?? null,
    ms: got?.ms ?? 0,
    reason,
    lost,
    notes: [
      ...(got?.moreDisplays ? ["Only the first 100 displays of the cell are shown."] : []),
      ...sandbox.blocked.splice(0).map((text) => `Blocked: ${text}`),
    ],
    sandboxId: sandbox.process.id,
  };
}

/**
 * Runs a cell of Python in a session's interpreter, which keeps its variables. Cells of a session run one after the other.
 * @throws ApiError Unavailable where there is no workbench or no free sandbox; TooManyRequests when too many wait. What the
 *   code does wrong is in the answer
 */
export const runCell = (
  projectId: string,
  sessionId: string,
  { code, ...options }: RunOptions & { code: string },
): Promise<RunAnswer> => run(projectId, sessionId, { kind: "cell", text: code }, options);

/** Runs a command of bash beside the interpreter; the rest as `runCell`. */
export const runBash = (
  projectId: string,
  sessionId: string,
  { command, ...options }: RunOptions & { command: string },
): Promise<RunAnswer> => run(projectId, sessionId, { kind: "bash", text: command }, options);
