/** How long a call still waits, second by second. */
"use client";
import { useEffect, useState } from "react";
import { timeLeft } from "./approval-words";

/** `onEnd` is called once when the time is over. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  const left = timeLeft(until, now);
  const isOver = left === null;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  useEffect(() => {
    if (isOver) onEnd?.();
  }, [isOver, onEnd]);
  return (
    <time dateTime={until} className="font-mono whitespace-nowrap tabular-nums" suppressHydrationWarning>
      {left ?? "Over"}
    </time>
  );
}
