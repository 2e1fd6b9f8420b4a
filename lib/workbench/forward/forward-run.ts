/** A run of code at the process that has the sandboxes; its helpers stay at the process of the caller. */
import type { Origin } from "@/lib/kernel/process/log";
import type { SandboxSize } from "@/lib/kernel/process/workbench-settings";
import { type Frame, toError, toFailure } from "@/lib/kernel/siblings/frame";
import type { Conversation } from "@/lib/kernel/siblings/serve-siblings";
import type { Values } from "@/lib/kernel/text/is-object";
import type { HelperAnswer, HelperName, Helpers } from "../helpers/helpers";
import type { RunAnswer, RunPart } from "../run-answer";
import { askOwner, declaredOperations } from "./forward";

/** All but functions of a run. */
export type RunFacts = {
  kind: "cell" | "bash";
  text: string;
  timeout?: number | undefined;
  size?: SandboxSize | undefined;
  on: Origin;
};

type Functions = { helpers: Helpers; onPart?: ((part: RunPart) => void) | undefined };

type RunInput = [
  projectId: string,
  sessionId: string,
  facts: RunFacts,
  names: readonly HelperName[],
  withParts: boolean,
];

/** To the caller: `call` asks for a helper, `over` ends the helper that was asked for. */
type ToCaller = { part: RunPart } | { call: number; name: HelperName; payload: Values } | { over: number };

/** From the caller: the end of a helper. */
type FromCaller = { call: number; answer: HelperAnswer } | { call: number; failure: Frame };

/** Carries out the helpers that the run asks for. */
function serveHelpers({ helpers, onPart }: Functions): (value: unknown, reply: (value: FromCaller) => void) => void {
  const endings = new Map<number, AbortController>();
  const carryOut = async ({ call, name, payload }: Extract<ToCaller, { call: number }>): Promise<FromCaller> => {
    const ending = new AbortController();
    endings.set(call, ending);
    try {
      const helper = helpers[name];
      if (!helper) throw new Error(`The run has no helper ${name}.`);
      return { call, answer: await helper(payload, ending.signal) };
    } catch (error) {
      return { call, failure: toFailure(error) };
    } finally {
      endings.delete(call);
    }
  };
  return (value, reply) => {
    const message = value as ToCaller;
    if ("part" in message) onPart?.(message.part);
    else if ("over" in message) endings.get(message.over)?.abort();
    else void carryOut(message).then(reply);
  };
}

/**
 * Runs code at the process that has the sandboxes.
 * @throws ApiError as a run does; Unavailable if that process ends during the run
 */
export function forwardRun(
  projectId: string,
  sessionId: string,
  facts: RunFacts,
  functions: Functions,
): Promise<RunAnswer> {
  const names = Object.keys(functions.helpers) as HelperName[];
  const input: RunInput = [projectId, sessionId, facts, names, functions.onPart !== undefined];
  return askOwner<RunAnswer>("run", input, { take: serveHelpers(functions) });
}

/** Helpers that ask the process of the caller. */
function toHelpers(names: readonly HelperName[], caller: Conversation): Helpers {
  const waiting = new Map<number, { resolve: (answer: HelperAnswer) => void; reject: (error: Error) => void }>();
  let calls = 0;
  caller.onMessage((value) => {
    const message = value as FromCaller;
    const { resolve, reject } = waiting.get(message.call) ?? {};
    if ("answer" in message) resolve?.(message.answer);
    else if (message.failure.type === "refusal" || message.failure.type === "fault") reject?.(toError(message.failure));
  });
  const ask = (name: HelperName) => async (payload: Values, signal: AbortSignal) => {
    const call = ++calls;
    const end = () => caller.send({ over: call } satisfies ToCaller);
    signal.addEventListener("abort", end, { once: true });
    try {
      return await new Promise<HelperAnswer>((resolve, reject) => {
        waiting.set(call, { resolve, reject });
        const leave = () => reject(new Error("The process of the caller ended."));
        if (caller.signal.aborted) return leave();
        caller.signal.addEventListener("abort", leave, { once: true });
        caller.send({ call, name, payload } satisfies ToCaller);
      });
    } finally {
      waiting.delete(call);
      signal.removeEventListener("abort", end);
    }
  };
  return Object.fromEntries(names.map((name) => [name, ask(name)]));
}

/** Declares how the process that has the sandboxes runs code for the others. */
export function takeRuns(
  run: (projectId: string, sessionId: string, facts: RunFacts, functions: Functions) => Promise<RunAnswer>,
): void {
  declaredOperations.set("run", {
    isChecked: true,
    operation: (input, caller) => {
      const [projectId, sessionId, facts, names, withParts] = input as RunInput;
      const onPart = withParts ? (part: RunPart) => caller.send({ part } satisfies ToCaller) : undefined;
      return run(projectId, sessionId, facts, { helpers: toHelpers(names, caller), onPart });
    },
  });
}
