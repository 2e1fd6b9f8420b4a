/** The answer of a language model. */
import { z } from "zod";

/** A call of a tool that a model asked for; the arguments are the text that it wrote, which may be no JSON. */
export type Call = { id: string; name: string; arguments: string };

/** Tokens that the model's server counted. */
type Usage = { input: number; output: number };

/** `usage`: undefined if the server counts nothing. */
export type Answer = { text: string | null; calls: Call[]; usage?: Usage | undefined };

const count = z.number().int().min(0).max(1e9);
const Counts = z.object({ prompt_tokens: count, completion_tokens: count });

/** Undefined if the server counts in another form, which does not make its answer wrong. */
export function readUsage(value: unknown): Usage | undefined {
  const { success, data } = Counts.safeParse(value);
  return success ? { input: data.prompt_tokens, output: data.completion_tokens } : undefined;
}
