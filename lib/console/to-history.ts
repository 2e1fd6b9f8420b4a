/**
 * The earlier messages of a conversation in a form that every model takes: each call has its result, and all together
 * have a bounded size. Pure.
 */
import type { z } from "zod";
import type { Message } from "@/lib/llm/complete";
import type { ChatMessage } from "./chat.contract";

type WireMessage = z.output<typeof ChatMessage>;

/** The limit on all earlier messages; the loop has a higher limit, so that a turn can add to them. */
const MAX_CHARS = 300_000;
/** Longer results of earlier turns are left out first. */
const SHORT_RESULT = 200;
const LEFT_OUT = "[left out: the conversation became long. Call the tool again if its answer is needed.]";
const INTERRUPTED =
  "[interrupted: it is not known whether this call was carried out. Look first; do not repeat a change without asking.]";

const sizeOf = (message: Message): number =>
  (message.content?.length ?? 0) + ("calls" in message ? JSON.stringify(message.calls ?? []).length : 0);
const sum = (messages: readonly Message[]): number => messages.reduce((total, message) => total + sizeOf(message), 0);

const fromWire = (message: WireMessage): Message =>
  message.role === "tool" ? { role: "tool", callId: message.call_id, content: message.content } : message;

/** Each call is followed by its result; results without a call are left out. */
function completed(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  // Results follow their calls: from the end, they are known before the calls.
  let results = new Map<string, Message>();
  for (const message of [...messages].reverse()) {
    if (message.role === "tool") {
      results.set(message.callId, message);
      continue;
    }
    const calls = (message.role === "assistant" && message.calls) || [];
    const answers = calls.map(
      ({ id }) => results.get(id) ?? { role: "tool" as const, callId: id, content: INTERRUPTED },
    );
    result.push(...answers.reverse(), message);
    results = new Map();
  }
  return result.reverse();
}

/** Without long results, the oldest first, until the rest is short enough. */
function withoutOldResults(messages: readonly Message[]): Message[] {
  let excess = sum(messages) - MAX_CHARS;
  return messages.map((message) => {
    if (excess <= 0 || message.role !== "tool" || message.content.length <= SHORT_RESULT) return message;
    excess -= message.content.length - LEFT_OUT.length;
    return { ...message, content: LEFT_OUT };
  });
}

/** Without the oldest turns; what is left begins with a person's message. */
function withoutOldTurns(messages: readonly Message[]): Message[] {
  let size = 0;
  let start = messages.length;
  for (const [fromEnd, message] of [...messages].reverse().entries()) {
    size += sizeOf(message);
    if (size > MAX_CHARS) break;
    if (message.role === "user") start = messages.length - 1 - fromEnd;
  }
  return messages.slice(start);
}

export const toHistory = (messages: readonly WireMessage[]): Message[] =>
  withoutOldTurns(withoutOldResults(completed(messages.map(fromWire))));

/** A message as the client keeps it. */
export function toWireMessage(message: Message): WireMessage | undefined {
  if (message.role === "system") return undefined;
  if (message.role === "tool") return { role: "tool", call_id: message.callId, content: message.content };
  if (message.role !== "assistant") return { role: "user", content: message.content };
  return {
    role: "assistant",
    content: message.content,
    ...(message.calls?.length && { calls: message.calls.map((call) => ({ ...call })) }),
  };
}
