/**
 * The limit of events that one request of a provider makes for all of its triggers together, because the event of each
 * trigger stores its own copy.
 */
import { ApiError } from "@/lib/kernel/errors";
import type { Message } from "../record-messages";

/** They are in memory until all of them are written. */
const MAX_MESSAGES = 50_000;
/** The size of their JSON, in UTF-16 units: one report of 1 MB for a few triggers, or small reports for thousands. */
const MAX_TOTAL = 32 * 1024 * 1024;

const sizeOf = ({ payload, original }: Pick<Message, "payload" | "original">): number =>
  JSON.stringify([payload, original]).length;

const tooMuch = (what: string): ApiError =>
  new ApiError("PayloadTooLarge", `A request may report ${what} for all triggers together.`, {
    suggestedFix: "Send the events in several requests, or let fewer triggers ask for the same ones.",
  });

/** Counts the events of one request. What it returns throws ApiError PayloadTooLarge as soon as they are too many. */
export function countEvents(): (messages: readonly Pick<Message, "payload" | "original">[]) => void {
  let [events, size] = [0, 0];
  return (messages) => {
    events += messages.length;
    if (events > MAX_MESSAGES) throw tooMuch(`${MAX_MESSAGES} events`);
    for (const message of messages) {
      size += sizeOf(message);
      if (size > MAX_TOTAL) throw tooMuch(`events of ${MAX_TOTAL / 1024 / 1024} MB`);
    }
  };
}
