/** Puts the calls of an operation into the audit trail, where its contract asks for it. */
import { z } from "zod";
import { recordAudit } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import type { RequestLike } from "./node-request";

type Params = Record<string, unknown>;
type Call = { op: Operation; request: RequestLike; caller: Caller; requestId: string; params: Params };

/** The door takes claims of clients away, so the last hop is the client's own address or that of a trusted proxy's client. */
const addressOf = ({ headers, peer }: RequestLike): string | undefined =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || peer;

const textAt = (value: unknown, key: string): string | undefined => {
  const found = typeof value === "object" && value !== null ? (value as Params)[key] : undefined;
  return typeof found === "string" ? found : undefined;
};

/** The last id in the path names what the call is about; where the path has none, the answer names what was made. */
function targetOf({ op, params }: Call, data: unknown): string | undefined {
  const named = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").filter((name) => name !== "status");
  const last = named.at(-1);
  if (last !== undefined) return textAt(params, last);
  const parts = typeof data === "object" && data !== null ? Object.values(data) : [];
  return (
    textAt(data, "id") ?? textAt(data, "connected_account_id") ?? parts.map((part) => textAt(part, "id")).find(Boolean)
  );
}

/** Nobody learns from a record of what was never an attempt; and strangers must not fill the table. */
function isWorthless({ caller }: Call, error: unknown): boolean {
  if (error instanceof z.ZodError || caller.kind === "anonymous" || caller.kind === "link") return true;
  return error instanceof ApiError && ["TooManyRequests", "PayloadTooLarge"].includes(error.kind);
}

async function record(call: Call, work: () => Promise<unknown>, action: string): Promise<unknown> {
  const { op, request, caller, requestId } = call;
  const common = { caller, action, operation: op.id, requestId, address: addressOf(request) };
  try {
    const data = await work();
    await recordAudit({
      ...common,
      outcome: "done",
      status: op.status ?? 200,
      target: targetOf(call, data),
      organizationId: textAt(data, "organization_id"),
      projectId: textAt(data, "project_id"),
    });
    return data;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    const outcome = status < 500 ? "refused" : "failed";
    if (!isWorthless(call, error)) await recordAudit({ ...common, outcome, status, target: targetOf(call, undefined) });
    throw error;
  }
}

/** Does the work of a call and records how it ended; operations whose `audit` is "none" cost nothing here. */
export const audited = <T>(call: Call, work: () => Promise<T>): Promise<T> =>
  call.op.audit === "none" ? work() : (record(call, work, call.op.audit) as Promise<T>);
