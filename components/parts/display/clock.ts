/** Clock times in the time zone that the viewer chose: the browser's zone or UTC. */
"use client";
import { useSyncExternalStore } from "react";
import { savePreference, TIMES_COOKIE, type Times } from "../shell/preferences";

type Moment = Date | string;

const CLOCK = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const toFormats = (options: Intl.DateTimeFormatOptions) => ({
  mine: new Intl.DateTimeFormat("en", options),
  utc: new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }),
});
const { second: _seconds, ...MINUTE } = CLOCK;
const clock = toFormats(CLOCK);
const minute = toFormats(MINUTE);
const hour = toFormats(HOUR);
const short = toFormats({ month: "short", day: "numeric", ...HOUR });
const SECOND = { ...HOUR, second: "2-digit" } as const;
const second = toFormats(SECOND);
const daySecond = toFormats({ month: "short", day: "numeric", ...SECOND });
const yearSecond = toFormats({ year: "numeric", month: "short", day: "numeric", ...SECOND });
const day = toFormats({ year: "numeric", month: "short", day: "numeric" });

/** `Nov 24, 2026, 05:18:36 UTC`. */
export const toClock = (moment: Moment, times: Times): string => clock[times].format(new Date(moment));

/** `Nov 24, 2026, 05:18 UTC`. */
export const toMinute = (moment: Moment, times: Times): string => minute[times].format(new Date(moment));

/** `05:00`. */
export const toHour = (moment: Moment, times: Times): string => hour[times].format(new Date(moment));

/** `Nov 24, 05:18`. */
export const toShort = (moment: Moment, times: Times): string => short[times].format(new Date(moment));

/** `05:18:36` today, `Nov 24, 05:18:36` on another day, `Nov 24, 2025, 05:18:36` in another year. */
export function toLogTime(moment: Moment, times: Times, now: Moment = new Date()): string {
  const [then, today] = [day[times].format(new Date(moment)), day[times].format(new Date(now))];
  if (then === today) return second[times].format(new Date(moment));
  const isThisYear = then.slice(-4) === today.slice(-4);
  return (isThisYear ? daySecond : yearSecond)[times].format(new Date(moment));
}

const listeners = new Set<() => void>();
let selectedTimes: Times | undefined;

function onTimes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentTimes(): Times {
  selectedTimes ??= document.cookie.split("; ").includes(`${TIMES_COOKIE}=utc`) ? "utc" : "mine";
  return selectedTimes;
}

/**
 * The server does not know the browser's zone. So the server's page and the browser's first render both use UTC and are
 * equal.
 */
export const useTimes = (): Times => useSyncExternalStore(onTimes, currentTimes, () => "utc");

/** Shows all times on the page in this zone, and remembers the choice. */
export function chooseTimes(times: Times): void {
  savePreference(TIMES_COOKIE, times === "mine" ? "" : times);
  selectedTimes = times;
  for (const listener of listeners) listener();
}
