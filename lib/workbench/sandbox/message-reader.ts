/** Reads the output of a sandbox: lines of JSON, which are not trusted and whose size is limited. */
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import type { JsonBounds } from "@/lib/kernel/json/scan-json";
import { isObject, type Values } from "@/lib/kernel/text/is-object";

export type Budget = { bytes: number; lines: number };

/** The most that one run can send. The picture of a plot has about 50 kB; 100 displays with pictures fit. */
export const RUN_BUDGET: Readonly<Budget> = { bytes: 20 * 1024 * 1024, lines: 10_000 };
/** The most that can come between two runs: a thread that still runs sends output now and then. */
export const IDLE_BUDGET: Readonly<Budget> = { bytes: 256 * 1024, lines: 200 };

const MAX_LINE = 6 * 1024 * 1024;
const NEWLINE = 10;

export type Message = Values & { type: string };

/**
 * A message is written as text again, and its content is an answer: it has the limits of a request, and can nest a
 * little deeper.
 */
export const MESSAGE_BOUNDS: JsonBounds = { ...REQUEST_BOUNDS, depth: 200 };

/** The message; undefined for anything else, "too much" for one above the limits. */
function parse(line: Buffer): Message | "too much" | undefined {
  const read = readJson(line.toString("utf8"), MESSAGE_BOUNDS);
  if (read.kind === "excess") return "too much";
  const value = read.kind === "value" ? read.value : undefined;
  return isObject(value) && typeof value.type === "string" ? (value as Message) : undefined;
}

export type Reader = {
  push: (chunk: Buffer) => void;
  /** Sets a new budget; the rest of the previous one is dropped. */
  grant: (budget: Readonly<Budget>) => void;
};

/**
 * @param take receives each message
 * @param tooMuch called once if the sandbox exceeds its budget; nothing is read after that
 */
export function messageReader(take: (message: Message) => void, tooMuch: (what: string) => void): Reader {
  let left: Budget = { ...IDLE_BUDGET };
  let parts: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const end = (what: string) => {
    isOver = true;
    parts = [];
    tooMuch(what);
  };
  const finishLine = (tail: Buffer) => {
    const line = parts.length === 0 ? tail : Buffer.concat([...parts, tail]);
    parts = [];
    length = 0;
    left.lines -= 1;
    if (left.lines < 0) return end("too many messages");
    const message = parse(line);
    if (message === "too much") end("a message of too many values");
    else if (message) take(message);
  };
  const push = (chunk: Buffer) => {
    left.bytes -= chunk.length;
    if (!isOver && left.bytes < 0) end("too many bytes");
    for (let from = 0; !isOver && from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, newline === -1 ? undefined : newline);
      length += part.length;
      if (length > MAX_LINE) return end("too long a message");
      if (newline === -1) parts.push(part);
      else finishLine(part);
      from = newline === -1 ? chunk.length : newline + 1;
    }
  };
  return {
    push,
    grant: (budget) => {
      left = { ...budget };
    },
  };
}
