/** Waiting calls and the project's rules in the form of the API. */
import type { z } from "zod";
import type { ApprovalRule, ParkedCall } from "@/generated/prisma/client";
import type { Page } from "@/lib/kernel/database/cursor";
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";
import { toCallPreview, toCallReason, toCallTitle } from "./to-call-title";
import type { Approval, approvalsApi } from "./contract";
import type { KeptCall } from "./new-call";
import { openCall, openResult, stateOf, type Decision } from "./parked-calls";
import type { Policy, ToolRule } from "../rules/policy";
import { readApprovers } from "../rules/read-policy";

type Wire<Name extends keyof typeof approvalsApi> = z.input<(typeof approvalsApi)[Name]["response"]>;
type ListedCall = Wire<"listApprovals">["items"][number];

/** The page with all waiting calls. */
export const inboxUrl = (): string => `${env().publicUrl}/approvals`;

const toListedCall = (row: ParkedCall, { name, shown, tags }: KeptCall = openCall(row)): ListedCall => ({
  id: row.id,
  title: toCallTitle({ slug: row.toolSlug, toolkitSlug: row.toolkitSlug, name }, shown),
  preview: toCallPreview(shown),
  tags,
  why: toCallReason(row.rule),
  state: stateOf(row, now()),
  session_id: row.sessionId,
  user_id: row.userId,
  tool_slug: row.toolSlug,
  toolkit_slug: row.toolkitSlug,
  rule: row.rule,
  asked_once: row.once,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  decision: row.decision as Decision | null,
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: row.decidedBy === null ? null : { id: row.decidedBy, name: row.decidedName },
  log_id: row.logId,
  approvers: readApprovers(row.approvers),
});

export const toCallPage = (page: Page<ParkedCall>): Wire<"listApprovals"> => ({
  ...page,
  items: page.items.map((row) => toListedCall(row)),
});

/** The reason of a failure; null for a success, and while the result is unknown. */
function errorOf(row: ParkedCall): string | null {
  const result = openResult(row);
  if (!result) return null;
  if ("error" in result) return result.error;
  return typeof result.answer.error === "string" ? result.answer.error : null;
}

/** `identical`: how many other calls wait that do the same. */
type CallFacts = { identical: number; mayDecide: boolean };

export function toApproval(row: ParkedCall, { identical, mayDecide }: CallFacts): Approval {
  const keptCall = openCall(row);
  const { shown: visibleArguments, version } = keptCall;
  return {
    ...toListedCall(row, keptCall),
    arguments: visibleArguments,
    tool_version: version,
    account: row.accountId === null ? null : { id: row.accountId, rule: row.accountRule ?? "" },
    reason: row.note,
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    error: errorOf(row),
    may_decide: mayDecide,
    identical_waiting: identical,
  };
}

export const toRule = (row: ApprovalRule): Wire<"setApprovalRule"> => ({
  subject: row.subject,
  toolkit_slug: row.toolkitSlug,
  rule: row.rule as ToolRule,
  approvers: readApprovers(row.approvers),
  created_by: { id: row.createdBy, name: row.createdName },
  created_at: row.createdAt.toISOString(),
});

export const toRulePage = (page: Page<ApprovalRule>): Wire<"listApprovalRules"> => ({
  ...page,
  items: page.items.map(toRule),
});

export const toPolicy = (policy: Policy): Wire<"getApprovalPolicy"> => ({
  default: policy.default,
  expires_in_seconds: policy.lifeSeconds,
  approvers: policy.approvers,
});
