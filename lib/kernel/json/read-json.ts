/**
 * The only place that parses JSON that others wrote: first it is counted, and numbers that a double cannot hold keep
 * their digits. Pure.
 */
import { scanJson, type Excess, type JsonBounds, type Span } from "./scan-json";

/** Of requests: to the API, of agents' code, of forms. */
export const REQUEST_BOUNDS: JsonBounds = { depth: 64, values: 100_000, names: 50_000, different: 50_000 };

/** Of what a provider answers: more is a file, or is cut. No real answer has so many levels. */
export const ANSWER_BOUNDS: JsonBounds = { depth: 500, values: 250_000, names: 100_000, different: 25_000 };

/** Of answers that are no content: tokens, descriptions of servers, refusals. */
export const SMALL_BOUNDS: JsonBounds = { depth: 64, values: 20_000, names: 10_000, different: 10_000 };

export type JsonRead =
  /** `values` is how many it contains, at most. */
  | { kind: "value"; value: unknown; values: number }
  /** It passes a bound, and was not parsed. */
  | { kind: "excess"; excess: Excess }
  /** It is no JSON; `cause` contains the reason, and might repeat a part of it. */
  | { kind: "broken"; cause: unknown };

/** The text with each of these numbers in quotes. */
function withQuotes(text: string, numbers: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const number of numbers) {
    parts.push(text.slice(from, number.from), '"', text.slice(number.from, number.to), '"');
    from = number.to;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/**
 * Reads JSON that somebody else wrote. A number whose digits a double would change (64-bit ids) becomes a text of its
 * digits, which every client reads as it is.
 * @param text already bounded in length by whoever received it
 */
export function readJson(text: string, bounds: JsonBounds): JsonRead {
  const { excess, inexact, values } = scanJson(text, bounds);
  if (excess) return { kind: "excess", excess };
  try {
    const exact = inexact.length === 0 ? text : withQuotes(text, inexact);
    return { kind: "value", value: JSON.parse(exact) as unknown, values };
  } catch (cause) {
    return { kind: "broken", cause };
  }
}

/** As `readJson`, for what must mean exactly what was written: such a number is refused. */
export function readExactJson(text: string, bounds: JsonBounds): JsonRead | { kind: "inexact"; literal: string } {
  const {
    excess,
    inexact: [first],
    values,
  } = scanJson(text, bounds);
  if (excess) return { kind: "excess", excess };
  try {
    const value: unknown = JSON.parse(text);
    return first ? { kind: "inexact", literal: text.slice(first.from, first.to) } : { kind: "value", value, values };
  } catch (cause) {
    return { kind: "broken", cause };
  }
}

/** `readJson` for answers that only count in the right form: undefined for text that is no JSON, or too much of it. */
export function findJson(text: string, bounds: JsonBounds): unknown {
  const read = readJson(text, bounds);
  return read.kind === "value" ? read.value : undefined;
}
