/** Why an agent came to its end, and the way out, in words for the person who watches. */
import { countOf } from "@/lib/contract/count-of";
import type { LanguageModelError } from "@/lib/llm/complete";
import type { AgentEvents } from "./contract";

export type End = Omit<AgentEvents["end"], "calls">;

const MODEL_FIXES: Readonly<Record<LanguageModelError["kind"], string>> = {
  refused: "Check its address, key and name under Settings, Language model, or run the steps by hand.",
  timeout: "Try again, choose a faster model, or run the steps by hand.",
  unreachable: "Check that its server runs and that this server may reach it, or run the steps by hand.",
  "too-large": "Try again with a shorter task, or run the steps by hand.",
  unreadable: "Choose a model whose server speaks the chat completions API, or run the steps by hand.",
  aborted: "Run the task again.",
};

export const endOf = {
  done: (): End => ({ why: "done", message: "The model is done.", fix: null }),
  calls: (most: number): End => ({
    why: "calls",
    message: `The model wanted more than ${countOf(most, "call")}.`,
    fix: "Allow more calls, be more specific, or continue in manual mode.",
  }),
  time: (seconds: number): End => ({
    why: "time",
    message: `The time of ${seconds} seconds is over.`,
    fix: "Allow more time, or continue in manual mode. Waiting approvals stay; run the task again afterwards.",
  }),
  stopped: (): End => ({
    why: "stopped",
    message: "You stopped the agent.",
    fix: "A call that was under way may have reached its app: see the tool logs.",
  }),
  model: (error: LanguageModelError): End => {
    const message = `The language model didn't respond: ${error.message}`;
    return { why: "model", message, fix: MODEL_FIXES[error.kind] };
  },
  size: (): End => ({
    why: "size",
    message: "The conversation became too long for the model.",
    fix: "Split the task, or go on by hand.",
  }),
  error: (): End => ({
    why: "error",
    message: "Something went wrong on the server.",
    fix: "Try again. The server's log has the details.",
  }),
};
