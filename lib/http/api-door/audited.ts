/** Records the calls of an operation in the audit trail, if its contract requires it. */
import { z } from "zod";
import { type AuditFacts, recordAudit } from "@/lib/access/record-audit";
import type { Caller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import type { RequestLike } from "./node-request";

type Params = Record<string, unknown>;
export type Call = {
  op: Operation;
  request: RequestLike;
  caller: Caller;
  requestId: string;
  params: Params;
  facts?: AuditFacts;
  /** Got the answer of an earlier call, which is in the trail. */
  isReplay?: boolean;
};

/**
 * The client's address. The listener has removed untrusted X-Forwarded-For headers, so the last hop can be believed.
 */
export const addressOf = ({ headers, peer }: RequestLike): string | undefined =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || peer;

const textAt = (value: unknown, key: string): string | undefined => {
  const part = typeof value === "object" && value !== null ? (value as Params)[key] : undefined;
  return typeof part === "string" ? part : undefined;
};

/** What the call changed: the last id in the path, or else the id in the answer. */
function targetOf({ op, params }: Call, data: unknown): string | undefined {
  const named = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").filter((name) => name !== "status");
  const last = named.at(-1);
  if (last !== undefined) return textAt(params, last);
  const parts = typeof data === "object" && data !== null ? Object.values(data) : [];
  return (
    textAt(data, "id") ?? textAt(data, "connected_account_id") ?? parts.map((part) => textAt(part, "id")).find(Boolean)
  );
}

/**
 * Whether a failed call is left out of the trail: malformed requests, and those of strangers, who could fill the table.
 */
function isUnimportant({ caller }: Call, error: unknown): boolean {
  if (error instanceof z.ZodError || caller.kind === "anonymous" || caller.kind === "link") return true;
  return error instanceof ApiError && ["TooManyRequests", "PayloadTooLarge"].includes(error.kind);
}

async function record(call: Call, work: () => Promise<unknown>, action: string): Promise<unknown> {
  const { op, request, caller, requestId } = call;
  const common = { caller, action, operation: op.id, requestId, address: addressOf(request) };
  try {
    const data = await work();
    if (call.isReplay) return data;
    await recordAudit({
      ...common,
      outcome: "done",
      status: op.status ?? 200,
      target: targetOf(call, data),
      facts: call.facts,
      organizationId: textAt(data, "organization_id"),
      projectId: textAt(data, "project_id"),
    });
    return data;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    const outcome = status < 500 ? "refused" : "failed";
    if (!isUnimportant(call, error))
      await recordAudit({ ...common, outcome, status, target: targetOf(call, undefined) });
    throw error;
  }
}

export type RecordChange = (action: string, target: string) => Promise<void>;

/** For changes that are made within a call of another kind, for example by a tool. */
export const changeRecorder =
  ({ op, request, caller, requestId }: Call): RecordChange =>
  (action, target) =>
    recordAudit({
      caller,
      action,
      operation: op.id,
      requestId,
      address: addressOf(request),
      outcome: "done",
      status: op.status ?? 200,
      target,
    });

/** Does the work of a call and records its outcome; only does the work if the operation's `audit` is "none". */
export const audited = <T>(call: Call, work: () => Promise<T>): Promise<T> =>
  call.op.audit === "none" ? work() : (record(call, work, call.op.audit) as Promise<T>);
