/** An agent at work: its steps as they come, its texts, and the reason of its end. Leaving the page stops it. */
"use client";
import { useEffect, useRef, useState } from "react";
import { ClientError, stream } from "@/lib/contract/client";
import { consoleApi } from "@/generated/addresses/console";
import type { AgentEvents } from "@/lib/console/contract";
import type { Step } from "./steps";

type AgentText = { id: string; said: string; isPerson?: boolean };
/** The entries of the page, in their order. */
export type Entry = Step | AgentText;
export type AgentEnd = AgentEvents["end"];
export type Task = { task: string; calls: number; seconds: number };

export const isSaid = (entry: Entry): entry is AgentText => "said" in entry;

/** The entries after one event. Pure. */
export function withEvent(entries: readonly Entry[], name: string, data: unknown): readonly Entry[] {
  const change = (id: string, changes: Partial<Step>) =>
    entries.map((entry) => (entry.id === id && !isSaid(entry) ? { ...entry, ...changes } : entry));
  if (name === "said") return [...entries, { id: `said ${entries.length}`, said: (data as AgentEvents["said"]).text }];
  if (name === "call") {
    const { id, tool, arguments: input } = data as AgentEvents["call"];
    return [...entries, { id, tool, sent: input, state: "running" }];
  }
  if (name === "approval") {
    const { id, url, waits_for: waitsFor } = data as AgentEvents["approval"];
    return change(id, { state: "waiting", approval: { url, waitsFor } });
  }
  if (name !== "answer") return entries;
  const { id, ms, ...answer } = data as AgentEvents["answer"];
  return change(id, { state: "done", answer, ms });
}

/** No step continues after the end. */
export const settled = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) =>
    !isSaid(entry) && (entry.state === "running" || entry.state === "waiting")
      ? { ...entry, state: "canceled" }
      : entry,
  );

export const STOPPED: Omit<AgentEnd, "calls"> = {
  why: "stopped",
  message: "You stopped the agent.",
  fix: "A call in progress may have reached its app; check the tool logs.",
};

/** @param openSession returns the session in which the agent works; it creates a session for the first task */
export function useAgent(openSession: () => Promise<string>) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [running, setRunning] = useState(false);
  const [thinking, setThinking] = useState(false);
  const [end, setEnd] = useState<AgentEnd | null>(null);
  const [error, setError] = useState<unknown>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const follow = async ({ task, calls, seconds }: Task, signal: AbortSignal): Promise<void> => {
    const session_id = await openSession();
    const body = { session_id, task, max_calls: calls, max_seconds: seconds };
    let last: AgentEnd | null = null;
    for await (const { name, data } of stream(consoleApi.runAgent, { body }, signal)) {
      setThinking(name === "asking");
      if (name === "end") setEnd((last = data as AgentEnd));
      else setEntries((before) => withEvent(before, name, data));
    }
    if (!last) throw new ClientError("The agent finished without a response.", 0, { suggestedFix: "Start it again." });
  };

  const start = async (task: Task): Promise<void> => {
    if (current.current) return;
    const control = new AbortController();
    current.current = control;
    setEntries([]);
    setEnd(null);
    setError(null);
    setRunning(true);
    try {
      await follow(task, control.signal);
    } catch (failure) {
      if (control.signal.aborted) setEnd({ ...STOPPED, calls: 0 });
      else setError(failure);
    } finally {
      current.current = null;
      setEntries(settled);
      setThinking(false);
      setRunning(false);
    }
  };
  const stop = () => current.current?.abort();
  const clear = () => {
    stop();
    setEntries([]);
    setEnd(null);
    setError(null);
  };
  return { entries, running, thinking, end, error, start, stop, clear };
}
