/** The question to a hook of a session, and its verdict. */
import type { Values } from "@/lib/kernel/text/is-object";

/** `unavailable`: no verdict was reached; with the cause, in words without secrets. */
export type HookVerdict =
  | { kind: "continue" }
  | { kind: "block"; message?: string }
  /** Continues with other arguments, or with other data of the result. */
  | { kind: "modify"; value: Values }
  | { kind: "unavailable"; why: string };

export type HookQuestion = {
  projectId: string;
  /** The call or the result, without secrets. */
  subject: unknown;
  /** The arguments, or the data of the result, with the values that the receiver of a webhook does not see. */
  before: unknown;
  /** The IDs of the call, for the receiver of a webhook. */
  facts: Readonly<Record<string, string | null>> & { session_id: string };
  timeoutMs: number;
  signal: AbortSignal | undefined;
};
