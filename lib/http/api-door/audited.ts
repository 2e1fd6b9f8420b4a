/** Records the calls of an operation in the audit trail, if its contract requires it. */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { auditAround, beginAudit, dropNotice } from "@/lib/access/begin-audit";
import { type AuditFacts, recordAudit, recordAuditIn, type RecordChange } from "@/lib/access/record-audit";
import { actorOf, type Caller } from "@/lib/access/caller";
import { NOT_FRESH } from "@/lib/contract/confirm-again";
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { addressOf } from "./address-of";
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
  /** The ID of the row that announces the change, by `beginAudit`. */
  noticeId?: string;
};

const textAt = (value: unknown, key: string): string | undefined => {
  const part = typeof value === "object" && value !== null ? (value as Params)[key] : undefined;
  return typeof part === "string" ? part : undefined;
};

/** The id in the answer of a call. */
function answeredId(data: unknown): string | undefined {
  const parts = typeof data === "object" && data !== null ? Object.values(data) : [];
  return (
    textAt(data, "id") ?? textAt(data, "connected_account_id") ?? parts.map((part) => textAt(part, "id")).find(Boolean)
  );
}

/** The last id in the path, or else the id in the answer; the path of a creation names what the new thing is in. */
function targetOf({ op, params }: Call, data: unknown): string | undefined {
  const named = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").filter((name) => name !== "status");
  const last = named.at(-1);
  if (last === undefined) return answeredId(data);
  return (op.audit.endsWith(".create") && answeredId(data)) || textAt(params, last);
}

/** Fields of a response that name an object for people, the best first. */
const NAMES = ["name", "display_name", "alias", "email"];

/**
 * The name, toolkit and user of the changed object, from the response. If the object is deleted later, nothing else
 * explains its id.
 */
function describe(data: unknown): AuditFacts {
  const toolkit = textAt(data, "toolkit_slug") ?? textAt((data as Params | null)?.toolkit, "slug");
  const facts = { name: NAMES.map((key) => textAt(data, key)).find(Boolean), toolkit, user: textAt(data, "user_id") };
  return Object.fromEntries(Object.entries(facts).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

/** Undefined instead of an empty object, so that most rows store nothing. */
const factsOf = ({ facts }: Call, data: unknown): AuditFacts | undefined => {
  const all = { ...describe(data), ...facts };
  return Object.keys(all).length > 0 ? all : undefined;
};

/**
 * Whether a failed call is left out of the trail: malformed requests, and those of strangers, who could fill the table.
 */
function isUnimportant({ caller }: Call, error: unknown): boolean {
  if (error instanceof z.ZodError || caller.kind === "anonymous" || caller.kind === "link") return true;
  if (!(error instanceof ApiError)) return false;
  // The person is asked, and the call comes again.
  return error.details.slug === NOT_FRESH || ["TooManyRequests", "PayloadTooLarge"].includes(error.kind);
}

/** The same read by the same caller is one event in this time, because pages and programs ask again and again. */
const SAME_READ_MS = 600_000;
const IS_READ = /\.read(_secret)?$/;

const recentReads = () =>
  processMemory("audit.reads", () => new LRUCache<string, true>({ max: 10_000, ttl: SAME_READ_MS }));

/** Whether a read was recorded a moment ago, in this process. */
function isRepeat(call: Call, action: string, target: string | undefined): boolean {
  if (!IS_READ.test(action)) return false;
  const { caller } = call;
  const actor = caller.kind === "project" ? actorOf(caller) : caller.kind;
  const key = JSON.stringify([actor, "projectId" in caller && caller.projectId, action, target]);
  if (recentReads().get(key)) return true;
  recentReads().set(key, true);
  return false;
}

const commonOf = ({ op, request, caller, requestId }: Call, action: string) => ({
  ...{ caller, action, operation: op.id, requestId },
  address: addressOf(request),
});

/** Does the work of an admitted call, and announces its change before: the process can die at any moment. */
export async function inBegunChange<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const { audit: action, method } = call.op;
  if (action !== "none" && method !== "GET" && !IS_READ.test(action))
    call.noticeId = await beginAudit({ ...commonOf(call, action), target: targetOf(call, undefined) });
  return work();
}

async function record(call: Call, work: () => Promise<unknown>, action: string): Promise<unknown> {
  const { op } = call;
  const common = commonOf(call, action);
  try {
    const data = await work();
    const target = targetOf(call, data);
    if (call.isReplay || isRepeat(call, action, target)) return data;
    const creation = { organizationId: textAt(data, "organization_id"), projectId: textAt(data, "project_id") };
    const event = { ...common, ...creation, target, facts: factsOf(call, data) };
    await recordAudit({ ...event, outcome: "done", status: op.status ?? 200 }, call.noticeId);
    return data;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    const outcome = status < 500 ? "refused" : "failed";
    if (!isUnimportant(call, error))
      await recordAudit({ ...common, outcome, status, target: targetOf(call, undefined) }, call.noticeId);
    else if (call.noticeId !== undefined) await dropNotice(call.noticeId, call);
    throw error;
  }
}

/** For changes and sensitive reads within a call of another kind, for example by a tool. */
export function changeRecorder(call: Call): RecordChange {
  const toChange = (action: string, target: string | undefined) => ({
    ...commonOf(call, action),
    ...{ target, status: call.op.status ?? 200 },
  });
  const recordOne: (...args: Parameters<RecordChange>) => Promise<void> = async (action, target, tx) => {
    if (isRepeat(call, action, target)) return;
    const event = { ...toChange(action, target), outcome: "done" as const };
    await (tx ? recordAuditIn(tx, event) : recordAudit(event));
  };
  const around: RecordChange["around"] = (action, target, change, toTarget) =>
    auditAround(toChange(action, target), change, (result) => (toTarget ? { target: toTarget(result) } : {}));
  return Object.assign(recordOne, { around });
}

/** Does the work of a call and records its outcome; only does the work if the operation's `audit` is "none". */
export const audited = <T>(call: Call, work: () => Promise<T>): Promise<T> =>
  call.op.audit === "none" ? work() : (record(call, work, call.op.audit) as Promise<T>);
