/**
 * The workbench: each session has a Python interpreter that keeps its variables, bash, and files that persist. This is
 * all that other rooms use of it.
 */
import { randomBytes } from "node:crypto";
import type { Origin } from "@/lib/kernel/process/log";
import type { SandboxSize } from "@/lib/kernel/process/workbench-settings";
import type { Captured, Owner, RunAnswer, RunPart } from "./run-answer";
import { isElsewhere } from "./forward/forward";
import { forwardRun, takeRuns } from "./forward/forward-run";
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
  /** In seconds; a longer one is cut to the server's limit, and the answer reports that. */
  timeout?: number;
  /** Of the sandbox, where the session has none yet. */
  size?: SandboxSize;
  /** The handlers of requests from the code; none by default. */
  helpers?: Helpers;
  /** Called with the output of the run while it continues. */
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
  if (isElsewhere()) {
    const { helpers = {}, onPart, ...rest } = options;
    return forwardRun(projectId, sessionId, { ...request, ...rest }, { helpers, onPart });
  }
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

takeRuns((projectId, sessionId, { kind, text, timeout, size, on }, { helpers, onPart }) =>
  run(
    projectId,
    sessionId,
    { kind, text },
    {
      ...{ on, helpers },
      ...(timeout !== undefined && { timeout }),
      ...(size !== undefined && { size }),
      ...(onPart && { onPart }),
    },
  ),
);

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
    const collected = await sandbox.process.ask({ id, op: kind, timeout, [FIELD[kind]]: text }, options.onPart);
    const answer = toAnswer(sandbox, collected, timeout);
    // Of a gateway's kernels nobody here knows what they may reach.
    answer.notes.push(...hintsOf(answer));
    if (collected?.names) await rememberNames(sandbox, collected.names);
    return answer;
  } finally {
    running.ending.abort();
    sandbox.running.delete(id);
    sandbox.usedAt = Date.now();
  }
}

const nothing = (): Captured => ({ text: "", lines: 0, bytes: 0, file: null, cut: false });

/** Why a run ended, if it did not end normally. */
function reasonOf(sandbox: SessionSandbox, collected: Collected | null, timeout: number): string | null {
  if (!collected) return sentence(sandbox.process.whyEnded() ?? "the sandbox ended");
  if (collected.status === "timeout")
    return `It took longer than ${timeout} seconds${collected.restarted ? ", and did not stop when it was interrupted" : ""}.`;
  if (collected.status === "stopped") return "It was stopped.";
  if (collected.status === "busy") return "Too much runs in this session at the moment.";
  return collected.problem;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/**
 * Also stores them on the disk and in the database, so that a copy that finds the files or takes the session over can
 * report the loss.
 */
async function rememberNames(sandbox: SessionSandbox, names: string[]): Promise<void> {
  const isSame = names.length === sandbox.names.length && names.every((name, index) => name === sandbox.names[index]);
  sandbox.names = names;
  if (isSame || !sandbox.owner) return;
  // Optional: the sandbox can end at the same time, and its folder with it.
  await Promise.all([noteOwner(sandbox.process.slot, sandbox.owner, names), noteNames(sandbox.owner, names)]).catch(
    () => {},
  );
}

function toAnswer(sandbox: SessionSandbox, collected: Collected | null, timeout: number): RunAnswer {
  const reason = reasonOf(sandbox, collected, timeout);
  const isGone = !collected || collected.restarted;
  const loss = isGone ? takeLoss(sandbox, reason ?? "it ended") : sandbox.lost;
  sandbox.lost = null;
  const status = !collected
    ? "ended"
    : collected.status === "busy" || collected.status === "failed"
      ? "error"
      : collected.status;
  return {
    status,
    stdout: collected?.stdout ?? nothing(),
    stderr: collected?.stderr ?? nothing(),
    result: collected?.result ?? null,
    displays: collected?.displays ?? [],
    error: collected?.error ?? null,
    exit: collected?.exit ?? null,
    ms: collected?.ms ?? 0,
    reason,
    lost: loss,
    notes: [
      ...(collected?.moreDisplays ? ["Only the first 100 displays of the cell are shown."] : []),
      ...sandbox.blocked.splice(0).map((text) => `Blocked: ${text}`),
    ],
    sandboxId: sandbox.process.id,
  };
}

/**
 * Runs a cell of Python in a session's interpreter, which keeps its variables. Cells of a session run one after the
 * other.
 * @throws ApiError Unavailable if there is no workbench or no free sandbox; TooManyRequests when too many wait. Errors
 *   of the code are in the answer
 */
export const runCell = (
  projectId: string,
  sessionId: string,
  { code, ...options }: RunOptions & { code: string },
): Promise<RunAnswer> => run(projectId, sessionId, { kind: "cell", text: code }, options);

/** Runs a bash command; everything else as in `runCell`. */
export const runBash = (
  projectId: string,
  sessionId: string,
  { command, ...options }: RunOptions & { command: string },
): Promise<RunAnswer> => run(projectId, sessionId, { kind: "bash", text: command }, options);
