/**
 * A plain loop: ask the model, run what it calls, hand back the answers, until it calls nothing. It is bounded in
 * calls, in time and in size, and ends as soon as its signal aborts.
 */
import { cutText } from "@/lib/kernel/text/storable";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { LanguageModelError, type Answer, type Call, type Message, type Tool } from "@/lib/llm/complete";
import { findJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import type { AgentEvents } from "./contract";
import { endOf, type End } from "./agent-outcome";

export type ToolResult = {
  successful: boolean;
  data: Values;
  error: string | null;
  log_id?: string | undefined;
  result_type: "completed" | "failed" | "input_required";
  request_state?: string | undefined;
  approval_url?: string | undefined;
  input_requests?: Record<string, unknown> | undefined;
};

type Execution = { tool: string; arguments: Values; requestState?: string; signal: AbortSignal };

export type Agent = {
  task: string;
  instructions: string;
  /** Earlier messages of the conversation. */
  history?: readonly Message[];
  /** Receives each message that the run adds to the conversation. */
  onMessage?: (message: Message) => void;
  tools: readonly Tool[];
  limits: { calls: number; seconds: number };
  /** @throws LanguageModelError without an answer */
  ask: (question: { messages: Message[]; timeoutMs: number; signal: AbortSignal }) => Promise<Answer>;
  /** @throws ApiError for a call that was refused */
  execute: (call: Execution) => Promise<ToolResult>;
  /** Whether all of these calls still wait for a decision. */
  allWait?: (ids: readonly string[]) => Promise<boolean>;
  send: <Name extends keyof AgentEvents>(name: Name, data: AgentEvents[Name]) => void;
  signal: AbortSignal;
  /** For tests: how often the loop checks whether a person has approved a call. */
  lookAgainMs?: number;
};

const ASK_TIMEOUT_MS = 90_000;
const LOOK_AGAIN_MS = 2_000;
/** The part of one answer that the model gets. The page shows all of it. */
const MAX_ANSWER_CHARS = 60_000;
/** The limit on all messages of one request to a model, without the tools. */
const MAX_CHARS = 600_000;

/** Thrown inside the loop when it has to end before the model is done. */
class LoopEnd extends Error {
  constructor(readonly end: End) {
    super(end.message);
  }
}

type Run = { agent: Agent; signal: AbortSignal; calls: number; messages: Message[]; chars: number };

/** Its own signal of time ends it, or that of the caller. */
function assertGoingOn({ agent, signal }: Run): void {
  if (agent.signal.aborted) throw new LoopEnd(endOf.stopped());
  if (signal.aborted) throw new LoopEnd(endOf.time(agent.limits.seconds));
}

function add(run: Run, message: Message, chars: number): void {
  run.messages.push(message);
  run.agent.onMessage?.(message);
  run.chars += chars;
  if (run.chars > MAX_CHARS) throw new LoopEnd(endOf.size());
}

async function askModel(run: Run): Promise<Answer> {
  try {
    return await run.agent.ask({ messages: run.messages, timeoutMs: ASK_TIMEOUT_MS, signal: run.signal });
  } catch (error) {
    assertGoingOn(run);
    if (error instanceof LanguageModelError) throw new LoopEnd(endOf.model(error));
    throw error;
  }
}

const toFailure = (error: string): ToolResult => ({ successful: false, data: {}, error, result_type: "failed" });

/** The model gets the reason of a refusal as the result, because it can correct its call; the loop goes on. */
async function attempt(run: Run, call: Omit<Execution, "signal">): Promise<ToolResult> {
  try {
    return await run.agent.execute({ ...call, signal: run.signal });
  } catch (error) {
    assertGoingOn(run);
    if (!(error instanceof ApiError)) throw error;
    const { errors = [], suggestedFix } = error.details;
    return toFailure([error.message, ...errors, suggestedFix].filter(Boolean).join(" "));
  }
}

/** A repeated call of several calls is logged and counted each time, so it is looked first whether it has changed. */
async function untilDecided(run: Run, { input_requests: inputRequests }: ToolResult): Promise<void> {
  const { agent, signal } = run;
  do {
    await pause(agent.lookAgainMs ?? LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    assertGoingOn(run);
  } while (inputRequests && (await agent.allWait?.(Object.keys(inputRequests))));
}

/** Waits for a person's decision, and repeats the call: the server executes it at most once. */
async function executeAllowed(run: Run, id: string, call: Omit<Execution, "signal">): Promise<ToolResult> {
  let result = await attempt(run, call);
  if (result.result_type !== "input_required") return result;
  run.agent.send("approval", {
    id,
    url: result.approval_url ?? null,
    waits_for: Object.keys(result.input_requests ?? {}),
  });
  while (result.result_type === "input_required") {
    await untilDecided(run, result);
    result = await attempt(run, { ...call, ...(result.request_state && { requestState: result.request_state }) });
  }
  return result;
}

/** The arguments that a model wrote, or a sentence for it. */
function readCall({ agent }: Run, call: Call): { values: Values } | { problem: string } {
  if (!agent.tools.some(({ name }) => name === call.name))
    return { problem: `There is no tool ${cutText(call.name, 100)}. Use one of the tools that you were given.` };
  const values = findJson(call.arguments || "{}", REQUEST_BOUNDS);
  if (isObject(values)) return { values };
  return { problem: "The arguments are no JSON object. Send them again as one." };
}

const forModel = ({ successful, data, error }: ToolResult): string => {
  const text = JSON.stringify({ successful, error, data });
  if (text.length <= MAX_ANSWER_CHARS) return text;
  return `${cutText(text, MAX_ANSWER_CHARS)}\n[cut here: the answer has ${text.length} characters]`;
};

async function runCall(run: Run, call: Call): Promise<void> {
  const { agent } = run;
  assertGoingOn(run);
  if (run.calls >= agent.limits.calls) throw new LoopEnd(endOf.calls(agent.limits.calls));
  run.calls++;
  // A model can use an id twice, which would mix up the steps of the page.
  const id = String(run.calls);
  const read = readCall(run, call);
  agent.send("call", { id, tool: cutText(call.name, 200), arguments: "values" in read ? read.values : {} });
  const startedAt = performance.now();
  const result =
    "values" in read
      ? await executeAllowed(run, id, { tool: call.name, arguments: read.values })
      : toFailure(read.problem);
  const { successful, data, error, log_id = null } = result;
  agent.send("answer", { id, successful, data, error, log_id, ms: Math.round(performance.now() - startedAt) });
  const content = forModel(result);
  add(run, { role: "tool", callId: call.id, content }, content.length);
}

async function turns(run: Run): Promise<End> {
  for (let turn = 1; ; turn++) {
    assertGoingOn(run);
    run.agent.send("asking", { turn });
    const { text, calls } = await askModel(run);
    assertGoingOn(run);
    if (text) run.agent.send("said", { text });
    if (calls.length === 0) {
      run.agent.onMessage?.({ role: "assistant", content: text });
      return endOf.done();
    }
    const chars = JSON.stringify(calls).length + (text?.length ?? 0);
    add(run, { role: "assistant", content: text, calls }, chars);
    for (const call of calls) await runCall(run, call);
  }
}

/** Works on the task and sends its progress. The last event is always the reason why it ended. */
export async function runAgentLoop(agent: Agent): Promise<void> {
  const { history = [], instructions, task } = agent;
  const messages: Message[] = [{ role: "system", content: instructions }, ...history, { role: "user", content: task }];
  agent.onMessage?.({ role: "user", content: task });
  const signal = AbortSignal.any([agent.signal, AbortSignal.timeout(agent.limits.seconds * 1000)]);
  const run: Run = { agent, signal, calls: 0, messages, chars: task.length + JSON.stringify(history).length };
  try {
    agent.send("end", { ...(await turns(run)), calls: run.calls });
  } catch (error) {
    if (!(error instanceof LoopEnd)) {
      agent.send("end", { ...endOf.error(), calls: run.calls });
      throw error;
    }
    agent.send("end", { ...error.end, calls: run.calls });
  }
}
