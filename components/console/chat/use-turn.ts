/** One turn of a conversation at a time: its state, its end, and the way to stop it. Leaving the page stops it. */
"use client";
import { useEffect, useRef, useState } from "react";
import { STOPPED, type AgentEnd } from "../use-agent";

/** @param onSettled called when a turn is over, however it ended */
export function useTurn(onSettled: () => void) {
  const [running, setRunning] = useState(false);
  const [end, setEnd] = useState<AgentEnd | null>(null);
  const [error, setError] = useState<unknown>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  /** Does nothing while a turn is under way, so that no message is sent twice. */
  const start = async (work: (signal: AbortSignal) => Promise<AgentEnd>): Promise<void> => {
    if (current.current) return;
    const control = new AbortController();
    current.current = control;
    setEnd(null);
    setError(null);
    setRunning(true);
    try {
      setEnd(await work(control.signal));
    } catch (failure) {
      if (control.signal.aborted) setEnd({ ...STOPPED, calls: 0 });
      else setError(failure);
    } finally {
      current.current = null;
      onSettled();
      setRunning(false);
    }
  };
  const stop = () => current.current?.abort();
  const reset = () => {
    stop();
    setEnd(null);
    setError(null);
  };
  return { running, end, error, start, stop, reset };
}
