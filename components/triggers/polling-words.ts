/** Texts about how a trigger is polled. Pure. */
import { countOf } from "@/lib/contract/count-of";
import { LEAST_POLL_MINUTES, MOST_POLL_MINUTES } from "@/lib/triggers/constants";
import type { TriggerRow } from "./trigger-words";

type Polled = Pick<TriggerRow, "polling" | "trigger_config">;

/** The minutes between two polls: those that somebody chose for the trigger, or those of its config. */
export const minutesOf = ({ polling, trigger_config: config }: Polled): number =>
  polling?.interval ?? (typeof config.interval === "number" ? config.interval : 1);

/** `10 seconds`, `2 minutes`, `1.5 minutes`. */
const durationOf = (minutes: number): string =>
  minutes < 1 ? countOf(Math.round(minutes * 60), "second") : countOf(Math.round(minutes * 100) / 100, "minute");

/** Whether its provider is asked to report. */
export const isReporting = ({ polling }: Polled, ways: readonly string[]): boolean =>
  ways.includes("webhook") && polling?.type !== "poll";

/** How events of a trigger are found, in a line. */
export const pollingLine = (trigger: Polled, ways: readonly string[]): string =>
  `${isReporting(trigger, ways) ? "Provider reports, and polls" : "Polls"} every ${durationOf(minutesOf(trigger))}`;

/** The error for what somebody entered as minutes; undefined if it is valid. */
export function minutesError(text: string): string | undefined {
  const minutes = Number(text);
  if (text.trim() === "" || !Number.isFinite(minutes)) return "Enter the minutes between two polls.";
  if (minutes < LEAST_POLL_MINUTES) return "Use at least 0.17 (ten seconds).";
  return minutes > MOST_POLL_MINUTES ? `Use at most ${MOST_POLL_MINUTES.toLocaleString("en")} (a day).` : undefined;
}
