/** Replays a policy over past calls: each is judged as the live call would be, and nothing is sent. */
import type { z } from "zod";
import { findTool } from "@/lib/catalog/read/find-tool";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { isUrl } from "@/lib/kernel/text/is-url";
import { REDACTED } from "@/lib/kernel/text/redact";
import { findToolLogs, type ToolLogRow } from "@/lib/logs/find-tool-logs";
import type { policiesApi } from "@/lib/policies/contract";
import { Opaque } from "@/lib/policies/opaque";
import { readRule } from "@/lib/policies/create-rule";
import { judgeBefore, judgeOutcome } from "@/lib/policies/judge-before";
import type { Rule } from "@/lib/policies/compile-rule";
import type { CallTarget, Decision } from "@/lib/policies/policy-call";
import { compileAll, type ProjectPolicies } from "@/lib/policies/project-policies";
import { prepareArguments } from "./request/arguments";
import { toCallTarget } from "./to-policed-call";
import { toPolicedProxy } from "./to-policed-proxy";

type Operation = typeof policiesApi.simulatePolicy;
type Answer = z.output<Operation["response"]>;
type Outcome = Answer["items"][number]["outcome"];

/** A past call as policies see it. */
type PastCall = { target: CallTarget; arguments: Values; data: unknown };

/** Whether the log has all of a value: neither cut nor with secrets removed. */
const isWhole = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? "";
  return !text.includes("[cut") && !text.includes(REDACTED);
};

async function readTool(projectId: string, row: ToolLogRow, args: Values): Promise<PastCall | null> {
  const tool = await findTool(projectId, row.tool_slug);
  const toolkit = tool && (await findToolkit(projectId, tool.toolkitSlug));
  if (!tool || !toolkit || tool.run.builtin !== undefined) return null;
  try {
    const { data } = isObject(row.response) ? row.response : {};
    return { target: toCallTarget(tool, toolkit), arguments: prepareArguments(tool, args), data };
  } catch (error) {
    // The call was rejected before its policies.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function readProxied(projectId: string, row: ToolLogRow, http: Values): Promise<PastCall | null> {
  const toolkit = await findToolkit(projectId, row.toolkit_slug);
  const { method, url, body: logged, headers = {} } = http;
  if (!toolkit || typeof url !== "string" || typeof method !== "string" || !isUrl(url)) return null;
  if (logged === "[binary]") return null;
  const body = typeof logged === "string" || logged === undefined ? logged : JSON.stringify(logged);
  const request = { method, url, headers: headers as Record<string, string>, ...(body !== undefined && { body }) };
  const call = toPolicedProxy({ request, isElsewhere: false }, toolkit, undefined, () => undefined);
  const { data } = isObject(row.response) ? row.response : {};
  return {
    target: call.toTarget(),
    arguments: call.arguments,
    data: typeof data === "string" ? new Opaque(data) : data,
  };
}

async function readPast(projectId: string, row: ToolLogRow): Promise<PastCall | null> {
  if (!isObject(row.request) || !isWhole(row.request) || isChanged(row)) return null;
  const { arguments: args, http } = row.request;
  if (row.kind === "proxy") return isObject(http) ? readProxied(projectId, row, http) : null;
  return row.kind === "tool" && isObject(args) ? readTool(projectId, row, args) : null;
}

/** Whether a policy or a hook changed the call: the log does not have the values that were sent and returned. */
const isChanged = ({ policies }: ToolLogRow): boolean =>
  Array.isArray(policies) &&
  policies.some((decision) => isObject(decision) && CHANGES.has(String(decision.outcome ?? "")));

const CHANGES: ReadonlySet<string> = new Set(["redacted", "withheld", "changed"]);

/** The user for whom the call was made, who is not always the owner of the account. */
const userOf = ({ account, user_id: owner }: ToolLogRow): string | undefined =>
  isObject(account) && typeof account.used_by === "string" ? account.used_by : (owner ?? undefined);

/** The decisions about the result; null if the log has too little of it. */
function judgeAnswer(rules: readonly Rule[], row: ToolLogRow, data: unknown): readonly Decision[] | null {
  const { status, data: logged } = isObject(row.response) ? row.response : {};
  // Nothing was sent, or nothing returned.
  if (status === undefined && logged === undefined) return [];
  if (logged === undefined || !isWhole(logged) || !isWhole(row.error)) return null;
  return judgeOutcome(rules, { data, error: row.error }).decisions;
}

/** The outcome of the only policy for a call; null if it does not cover the call. */
function judgePast(
  policies: ProjectPolicies,
  row: ToolLogRow,
  { target, data, ...call }: PastCall,
): Outcome | "unknown" | null {
  const covering = policies.covering({}, () => target);
  const ids = { userId: userOf(row), keyId: row.api_key_id ?? undefined, accountId: row.account_id ?? undefined };
  const verdict = judgeBefore(covering, { target, arguments: call.arguments, ...ids });
  if (verdict.ask) return "asks";
  if (verdict.limits.length > 0) return "counted";
  const [before] = verdict.decisions;
  if (before) return before.outcome as Outcome;
  const after = verdict.later.length === 0 ? [] : judgeAnswer(verdict.later, row, data);
  return after ? ((after[0]?.outcome as Outcome | undefined) ?? null) : "unknown";
}

/** @throws ApiError Unprocessable for a policy that could not be stored; as `findToolLogs` */
export async function simulatePolicy(projectId: string, body: z.output<Operation["body"]>): Promise<Answer> {
  const { match, action, toolkits } = await readRule(projectId, body);
  const policies = await compileAll(projectId, [{ id: "simulated", name: "simulated", match, action, toolkits }]);
  const { cursor = null, limit, from } = body;
  const search = { cursor, limit, ...(from !== undefined && { from }) };
  const { rows, nextCursor } = await findToolLogs(projectId, search, { isFull: true });
  const answer: Answer = { judged: 0, unknown: 0, items: [], next_cursor: nextCursor };
  for (const row of rows) {
    const past = await readPast(projectId, row);
    const outcome = past ? judgePast(policies, row, past) : "unknown";
    if (outcome === "unknown") {
      answer.unknown++;
      continue;
    }
    answer.judged++;
    if (outcome === null) continue;
    const time = row.created_at.toISOString();
    answer.items.push({
      ...{ log_id: row.id, timestamp: time, tool_slug: row.tool_slug, user_id: row.user_id, outcome },
    });
  }
  return answer;
}
