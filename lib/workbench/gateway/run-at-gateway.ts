/** Runs a cell or a command in a session's interpreter at the gateway. */
import type { Origin } from "@/lib/kernel/process/log";
import type { Captured, Owner, RunAnswer, RunPart } from "../run-answer";
import type { Helpers } from "../helpers/helpers";
import type { Collected } from "../sandbox/collector";
import { writeGatewayFile } from "./files";
import { helperCalls } from "./helper-calls";
import { loseVariables, noteEnd, noteRun, takeLoss } from "./kernels";
import { type Bench, inKernel, openBench, packed, unpack } from "./interpreter";
import { newOutcome, type Outcome } from "./outcome";
import type { Reply } from "./talk";

/** Beyond the time of the code: until it was interrupted and its variables were listed. */
const SLACK_SECONDS = 60;
const LIST_SECONDS = 5;
const MOST_VARIABLES = 200;

export type GatewayRun = {
  kind: "cell" | "bash";
  /** The cell, or the command. */
  text: string;
  id: string;
  seconds: number;
  helpers: Helpers;
  /** Called with the output of the run while it continues. */
  onPart?: (part: RunPart) => void;
  on: Origin;
};

const AFTER = { names: packed("names()"), exit: packed("exit_code") };

const codeOf = ({ kind, text }: GatewayRun): string =>
  kind === "cell" ? text : inKernel(`bash("${Buffer.from(text).toString("base64")}")`);

/** After an error the interpreter evaluates nothing, so it is asked once more. */
async function lookAfter({ talk }: Bench, { status, values }: Reply): Promise<Record<string, string>> {
  if (values.names !== undefined || status === "lost" || status === "late") return values;
  return (await talk.run({ code: "", silent: true, expressions: AFTER, seconds: LIST_SECONDS })).values;
}

const namesIn = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string").slice(0, MOST_VARIABLES) : null;

/** What no answer has room for, as files of the session; left out where the gateway keeps none. */
async function keepLong(bench: Bench, id: string, outcome: Outcome, answer: Collected): Promise<void> {
  const parts: Record<string, Captured | null> = {
    stdout: answer.stdout,
    stderr: answer.stderr,
    result: answer.result,
  };
  for (const [name, text] of Object.entries(outcome.long())) {
    const place = `.composio/output/${id}_${name}.txt`;
    const part = parts[name];
    const isKept = part && (await writeGatewayFile(bench.owner, place, [Buffer.from(text)]).catch(() => false));
    if (isKept) part.file = `${bench.mounted ? "/mnt/files" : bench.folder}/${place}`;
  }
}

function reasonOf(reply: Reply, seconds: number): string | null {
  if (reply.status === "timeout")
    return `It took longer than ${seconds} seconds${reply.restarted ? ", and did not stop when it was interrupted" : ""}.`;
  if (reply.status === "late") return "Too much runs in this session at the moment.";
  return reply.reason && `${reply.reason.charAt(0).toUpperCase()}${reply.reason.slice(1)}.`;
}

const notesOf = ({ folder, mounted }: Bench, { moreDisplays }: Collected): string[] => [
  ...(moreDisplays ? ["Only the first 100 displays of the cell are shown."] : []),
  ...(mounted ? [] : [`The files of this session are in the working folder, ${folder}; there is no /mnt/files here.`]),
];

async function runOn(bench: Bench, run: GatewayRun): Promise<RunAnswer> {
  const { owner, kernelId, talk } = bench;
  const ending = new AbortController();
  const calls = helperCalls(run.helpers, ending.signal, run.on);
  const outcome = newOutcome(calls.take, run.onPart);
  try {
    await noteRun(owner, kernelId, run.seconds + SLACK_SECONDS);
    const code = { code: codeOf(run), silent: false, expressions: AFTER, seconds: run.seconds };
    run.onPart?.({ kind: "began" });
    const reply = await talk.run(code, { take: outcome.take, line: calls.line });
    ending.abort();
    const values = await lookAfter(bench, reply);
    const names = namesIn(unpack(values.names));
    const reason = reasonOf(reply, run.seconds);
    if (reply.restarted || reply.reason === "the interpreter ended")
      await loseVariables(owner, kernelId, reason ?? "it ended");
    await noteEnd(owner, kernelId, names);
    const exit = unpack(values.exit);
    const collected = outcome.finish(reply, {
      names,
      exit: run.kind === "bash" && typeof exit === "number" ? exit : null,
    });
    await keepLong(bench, run.id, outcome, collected);
    return toAnswer(bench, collected, reason);
  } finally {
    ending.abort();
  }
}

async function toAnswer(bench: Bench, collected: Collected, reason: string | null): Promise<RunAnswer> {
  const { stdout, stderr, result, displays, error, exit, ms } = collected;
  const status = collected.status === "busy" || collected.status === "failed" ? "error" : collected.status;
  const loss = await takeLoss(bench.owner);
  const notes = notesOf(bench, collected);
  return {
    status,
    stdout,
    stderr,
    result,
    displays,
    error,
    exit,
    ms,
    reason,
    lost: loss,
    notes,
    sandboxId: bench.kernelId,
  };
}

/** @throws GatewayError where the gateway fails; ApiError Unavailable where all interpreters are busy */
export async function runAtGateway(owner: Owner, run: GatewayRun): Promise<RunAnswer> {
  const bench = await openBench(owner);
  try {
    return await runOn(bench, run);
  } finally {
    bench.talk.close();
  }
}
