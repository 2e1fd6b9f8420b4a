/** When triggers are polled. Pure. */
import type { Trigger } from "../instances/require-trigger";

/** The shortest pause between two polls. */
export const LEAST_SECONDS = 10;
/** The shortest pause before a poll that a report brings forward. */
export const SIGNALED_SECONDS = 2;
const MOST_SECONDS = 86_400;
/** After failures the pause doubles up to this. */
const MOST_PAUSE_SECONDS = 3600;
/** A provider that asks for a longer rest gets it, up to this. */
const MOST_REST_SECONDS = 6 * 3600;

/** Seconds between two polls of a trigger: of its polling options, or `interval` of its config; both are minutes. */
export function intervalOf({ config, pollMinutes }: Pick<Trigger, "config" | "pollMinutes">): number {
  const minutes = Number(pollMinutes ?? (config as { interval?: unknown }).interval ?? 1);
  const seconds = Number.isFinite(minutes) ? minutes * 60 : 60;
  return Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS);
}

/**
 * Seconds until the next poll, a tenth earlier or later, so that triggers that were made together spread.
 * @param failures in a row
 * @param rest seconds that the provider has asked for
 */
export function pauseOf(interval: number, failures: number, rest = 0, random = Math.random()): number {
  const usual = Math.min(interval * 2 ** Math.min(failures, 12), Math.max(interval, MOST_PAUSE_SECONDS));
  return Math.max(usual * (0.9 + random * 0.2), Math.min(rest, MOST_REST_SECONDS), LEAST_SECONDS * 0.9);
}

/** The rest that an answer asks for, in seconds: `retry-after`, or the end of a used-up limit. */
export function restOf(headers: Readonly<Record<string, string>>, nowMs: number): number {
  const after = headers["retry-after"];
  const seconds =
    after === undefined ? NaN : /^\d+$/.test(after.trim()) ? Number(after) : (Date.parse(after) - nowMs) / 1000;
  if (Number.isFinite(seconds)) return Math.max(seconds, 0);
  const left = headers["x-ratelimit-remaining"] ?? headers["x-rate-limit-remaining"];
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["x-rate-limit-reset"]);
  return left === "0" && Number.isFinite(reset) ? Math.max(reset - nowMs / 1000, 0) : 0;
}

/** A poll is overdue when it is late by three intervals. */
export const LATE_INTERVALS = 3;

type Due = Pick<Trigger, "pollAt" | "disabledAt" | "config" | "pollMinutes">;

/** Whether the next poll of a trigger is late by three intervals. */
export const isOverdue = (trigger: Due, time: Date): boolean =>
  trigger.pollAt !== null &&
  trigger.disabledAt === null &&
  time.getTime() - trigger.pollAt.getTime() > LATE_INTERVALS * 1000 * intervalOf(trigger);
