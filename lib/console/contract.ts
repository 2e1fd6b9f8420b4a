/** A language model that works on a task in a session, step by step and within limits. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_CALLS, MAX_SECONDS, MAX_TASK_CHARS } from "./constants";

const tag = "Console";

/** Why an agent ended. `fix` is what a person can do now. */
export const AGENT_ENDS = ["done", "calls", "time", "stopped", "model", "size", "error"] as const;

/** The events that are sent while an agent works, by name. */
export type AgentEvents = {
  /** The model is asked; counts from 1. */
  asking: { turn: number };
  said: { text: string };
  call: { id: string; tool: string; arguments: Record<string, unknown> };
  /** The call waits until a person approves it; `waits_for` names the approvals. */
  approval: { id: string; url: string | null; waits_for: readonly string[] };
  answer: {
    id: string;
    successful: boolean;
    data: Record<string, unknown>;
    error: string | null;
    log_id: string | null;
    ms: number;
  };
  end: { why: (typeof AGENT_ENDS)[number]; message: string; fix: string | null; calls: number };
};

export const consoleApi = {
  runAgent: operation({
    id: "runConsoleAgent",
    method: "POST",
    path: "/api/v3/internal/patchbay/console/run",
    own: true,
    tag,
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    summary: "Have the language model work on a task in a session",
    description:
      "Server-sent events until the agent ends: asking, said, call, approval, answer, end. " +
      "The agent works as long as the connection is open: closing it stops the agent.",
    body: z.object({
      session_id: z.string().trim().min(1, "must name a session").max(200),
      task: z.string().trim().min(1, "must say what to do").max(MAX_TASK_CHARS, "must have at most 10,000 characters"),
      max_calls: z
        .number()
        .int("must be a whole number")
        .min(1, "must be from 1 to 50")
        .max(MAX_CALLS, "must be from 1 to 50")
        .default(20),
      max_seconds: z
        .number()
        .int("must be a whole number")
        .min(1, "must be from 1 to 280")
        .max(MAX_SECONDS, "must be from 1 to 280")
        .default(240),
    }),
    response: z.unknown(),
  }),
};
