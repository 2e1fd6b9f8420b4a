/** A relative time ("3 minutes ago"), with the exact time on hover and for machines. */
"use client";
import { useEffect, useState } from "react";
import { toClock, toLogTime, toMinute, useTimes } from "./clock";

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The text for the distance between two moments (milliseconds since 1970). Under 45 seconds it is "now". */
export function toRelative(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  if (Math.abs(seconds) < 45) return "now";
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ["minute", 60];
  // rounded by distance: Math.round alone treats -1.5 and 1.5 differently
  return relative.format(Math.sign(seconds) * Math.max(1, Math.round(Math.abs(seconds) / size)), unit);
}

/** The time of the day, with the day if it is not today, in the viewer's zone; the exact time on hover. */
export function ClockTime({ at: time }: { at: string }) {
  const times = useTimes();
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={toClock(time, times)}
      className="font-mono text-xs whitespace-nowrap tabular-nums"
      suppressHydrationWarning
    >
      {toLogTime(time, times)}
    </time>
  );
}

/** A future end with its date and distance: Nov 24, 2026, 05:18 UTC (in 10 minutes). */
export const UntilTime = ({ at: time }: { at: string }) => (
  <>
    <span className="text-ink" suppressHydrationWarning>
      {toMinute(time, useTimes())}
    </span>{" "}
    (<RelativeTime at={time} />)
  </>
);

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** The day in the viewer's zone: Nov 25, 2026. */
export const DayOf = ({ at: isoTime }: { at: string }) => (
  <time
    dateTime={isoTime}
    title={toClock(new Date(isoTime), useTimes())}
    className="whitespace-nowrap"
    suppressHydrationWarning
  >
    {day.format(new Date(isoTime))}
  </time>
);

/** `at` is an ISO time. The text is refreshed every 30 seconds. */
export function RelativeTime({ at: isoTime }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const times = useTimes();
  const moment = new Date(isoTime);
  return (
    <time
      dateTime={moment.toISOString()}
      title={toClock(moment, times)}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {toRelative(moment.getTime(), now)}
    </time>
  );
}
