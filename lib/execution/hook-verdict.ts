/** The question to a hook of a session, and its verdict. */
import type { Values } from "@/lib/kernel/text/is-object";

/**
 * `unavailable`: no verdict was reached; with the cause, in words without secrets. `unreadable`: the handler cannot see
 * the whole call or result. It always blocks, because the author of what is judged decides its size and its form.
 */
export type HookVerdict =
  | { kind: "continue" }
  | { kind: "block"; message?: string }
  /** Continues with other arguments, or with other data of the result. */
  | { kind: "modify"; value: Values }
  | { kind: "unavailable" | "unreadable"; why: string };

export type HookQuestion = {
  projectId: string;
  /** The call or the result; without secrets, except for the detector of this server. */
  subject: unknown;
  /** The arguments, or the data of the result, with the values that the receiver of a webhook does not see. */
  before: unknown;
  /** The IDs of the call, for the receiver of a webhook. */
  facts: Readonly<Record<string, string | null>> & { session_id: string };
  timeoutMs: number;
  /** The secrets that sign the request to a receiver; null for those of the project's webhook endpoint. */
  secrets: readonly string[] | null;
  signal: AbortSignal | undefined;
};
