/** Steps that a person runs, one at a time. */
"use client";
import { useEffect, useRef, useState } from "react";
import type { Values } from "@/components/execution/arguments-draft";
import { call, ClientError, type ResultOf } from "@/lib/contract/client";
import { metaApi } from "@/generated/addresses/sessions/meta-tools";
import type { Step } from "./steps";

type SessionAnswer = ResultOf<typeof metaApi.executeInSession>;

/** The state of a step after an answer. */
function toStepState(answer: SessionAnswer): Partial<Step> {
  const { successful, data, error, log_id, result_type: type, approval_url: url, request_state: requestState } = answer;
  if (type === "input_required") return { state: "waiting", approval: { url: url ?? null, requestState } };
  return { state: "done", answer: { successful, data: data as Values, error: error ?? null, log_id } };
}

const toError = (error: unknown): unknown =>
  error instanceof ClientError ? error : new ClientError("Couldn’t read the response.", 0);

const send = (
  session: string,
  { tool, sent: input, approval }: Pick<Step, "tool" | "sent" | "approval">,
  signal: AbortSignal,
) => {
  const state = approval?.requestState;
  const body = { tool_slug: tool, arguments: input, ...(state && { request_state: state }) };
  return call(metaApi.executeInSession, { params: { session_id: session }, body }, signal);
};

/** @param openSession returns the session in which steps run; it creates a session for the first step */
export function useHand(openSession: () => Promise<string>) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const current = useRef<AbortController | null>(null);
  /** Steps to ask about again after the running step has ended. */
  const later = useRef<Step[]>([]);
  const [running, setRunning] = useState(false);
  useEffect(() => () => current.current?.abort(), []);

  const change = (id: string, changes: Partial<Step>) =>
    setSteps((before) => before.map((step) => (step.id === id ? { ...step, ...changes } : step)));

  const execute = async ({ id, tool, sent: input, approval }: Step): Promise<void> => {
    if (current.current) return;
    const control = new AbortController();
    current.current = control;
    setRunning(true);
    const startedAt = performance.now();
    try {
      const answer = await send(await openSession(), { tool, sent: input, approval }, control.signal);
      change(id, { ...toStepState(answer), ms: performance.now() - startedAt });
    } catch (error) {
      const ms = performance.now() - startedAt;
      change(id, control.signal.aborted ? { state: "canceled", ms } : { state: "refused", error: toError(error), ms });
    } finally {
      current.current = null;
      setRunning(false);
    }
    const next = later.current.shift();
    if (next) await execute(next);
  };

  return {
    steps,
    running,
    run: (tool: string, input: Values) => {
      if (current.current) return;
      const step: Step = { id: crypto.randomUUID(), tool, sent: input, state: "running" };
      setSteps((before) => [...before, step]);
      void execute(step);
    },
    /** Requests the outcome of a step that waited for a person. */
    askAgain: (step: Step) => void (current.current ? later.current.push(step) : execute(step)),
    cancel: () => current.current?.abort(),
    clear: () => {
      current.current?.abort();
      later.current = [];
      setSteps([]);
    },
  };
}
