/** Runs a tool, one run at a time: start, cancel, and the last outcome. */
"use client";
import { useEffect, useRef, useState } from "react";
import { call, ClientError, type ResultOf } from "@/lib/contract/client";
import { executionApi } from "@/generated/addresses/execution";
import type { Values } from "./arguments-draft";
import type { Settings } from "./call-settings";

export type ToolAnswer = ResultOf<typeof executionApi.executeTool>;

/** `sent` are the arguments of this outcome; the fields can have changed since. */
export type Outcome = { sent: Values; ms: number } & (
  | { answer: ToolAnswer; error?: undefined }
  | { answer?: undefined; error: unknown }
);

type Call = { tool: string; settings: Settings; values: Values };

export function useRun(onEnd: (outcome: Outcome) => void) {
  const [running, setRunning] = useState(false);
  const [canceled, setCanceled] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async ({ tool, settings: { user, account, version }, values }: Call): Promise<void> => {
    if (current.current) return;
    const control = new AbortController();
    current.current = control;
    setRunning(true);
    setCanceled(false);
    const startedAt = performance.now();
    const end = (result: { answer: ToolAnswer } | { error: unknown }) => {
      const newOutcome = { sent: values, ms: performance.now() - startedAt, ...result } as Outcome;
      setOutcome(newOutcome);
      onEnd(newOutcome);
    };
    try {
      const body = {
        ...(user && { user_id: user }),
        ...(account && { connected_account_id: account }),
        version: version || "latest",
        arguments: values,
      };
      end({ answer: await call(executionApi.executeTool, { params: { tool_slug: tool }, body }, control.signal) });
    } catch (error) {
      if (control.signal.aborted) setCanceled(true);
      else end({ error: error instanceof ClientError ? error : new ClientError("Couldn’t read the response.", 0) });
    } finally {
      current.current = null;
      setRunning(false);
    }
  };
  return { running, canceled, outcome, run, cancel: () => current.current?.abort() };
}
