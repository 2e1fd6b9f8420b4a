/** Calls that wait for an approval: the inbox, decisions, and the project's rules for its tools. */
import { z } from "zod";
import { Approvers, ApproversIn } from "@/lib/contract/approvals/approvers";
import { operation } from "@/lib/contract/operation";
import { limitQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { SessionAnswer } from "../meta-tools/contract";
import { afterPiece, PieceResult } from "@/lib/contract/piece-result";

const tag = "Approvals";
const timestamp = z.iso.datetime();
const Values = z.record(z.string(), z.unknown());
const params = z.object({ id: z.string().max(200) });
const subjectParams = z.object({ subject: z.string().trim().min(1).max(200) });

export const APPROVAL_STATES = ["waiting", "approved", "completed", "failed", "denied", "expired", "unknown"] as const;
export const DECISIONS = ["once", "session", "always", "deny"] as const;
export const TOOL_RULES = ["always_allow", "always_deny", "ask_once", "ask_always"] as const;
export const DEFAULTS = ["allow_all", "ask_every_call", "ask_once_per_session"] as const;

export const ListedApproval = z
  .object({
    id: z.string(),
    state: z.enum(APPROVAL_STATES).meta({
      description:
        "approved: allowed, and not ended yet; unknown: it may have been carried out before the server ended",
    }),
    session_id: z.string(),
    user_id: z.string(),
    tool_slug: z.string(),
    toolkit_slug: z.string(),
    title: z
      .string()
      .meta({ description: "The call in words, by the tool's name and the arguments that name its effect" }),
    preview: z
      .array(z.object({ name: z.string(), text: z.string() }))
      .meta({ description: "The first arguments as short texts" }),
    tags: z.array(z.string()).meta({ description: "Hints of the tool, and topics" }),
    rule: z.string().meta({ description: "What wants somebody to be asked" }),
    why: z.string().meta({ description: "The same as a sentence for people" }),
    asked_once: z.boolean().meta({ description: "One approval is enough for the whole session" }),
    created_at: timestamp,
    expires_at: timestamp,
    decision: z.enum(DECISIONS).nullable(),
    decided_at: timestamp.nullable(),
    decided_by: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    log_id: z.string().nullable(),
    approvers: Approvers.nullable().meta({
      description: "Who may decide; null: members with the permission, and your app",
    }),
  })
  .meta({ id: "ListedApproval" });

export const Approval = ListedApproval.extend({
  arguments: Values.meta({ description: "Without the values that the tool's schema or their names say are secret" }),
  tool_version: z.string(),
  account: z.object({ id: z.string(), rule: z.string() }).nullable().meta({ description: "Which account, and why" }),
  reason: z.string().nullable().meta({ description: "Why it was denied" }),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  error: z.string().nullable(),
  may_decide: z.boolean().meta({ description: "Whether the caller is one of its approvers" }),
  identical_waiting: z.number().int().meta({ description: "How many other calls wait that would do exactly the same" }),
}).meta({ id: "Approval" });
export type Approval = z.infer<typeof Approval>;

const Rule = z
  .object({
    subject: z.string().meta({ description: "The slug of a tool or of a toolkit" }),
    toolkit_slug: z.string(),
    rule: z.enum(TOOL_RULES),
    approvers: Approvers.nullable().meta({ description: "Who may decide about calls of it; null: as in the policy" }),
    created_by: z.object({ id: z.string(), name: z.string().nullable() }),
    created_at: timestamp,
  })
  .meta({ id: "ApprovalRule" });

const Policy = z
  .object({
    default: z.enum(DEFAULTS),
    expires_in_seconds: z.number().int().meta({ description: "How long a call waits for a decision" }),
    approvers: Approvers.nullable().meta({
      description: "Who may decide, where no rule says otherwise; null: members with the permission, and your app",
    }),
  })
  .meta({ id: "ApprovalPolicy" });

export const approvalsApi = {
  listApprovals: operation({
    id: "listApprovals",
    method: "GET",
    path: "/api/v3/internal/patchbay/approvals",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "List calls that are or were waiting for approval, newest first",
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 100),
      state: listQuery(z.enum(APPROVAL_STATES)),
      session_id: z.string().max(200).optional(),
    }),
    response: page(ListedApproval),
  }),
  getApproval: operation({
    id: "getApproval",
    method: "GET",
    path: "/api/v3/internal/patchbay/approvals/{id}",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "Get a call that is or was waiting for approval",
    params,
    response: Approval,
  }),
  getApprovalResult: operation({
    id: "getApprovalResult",
    method: "GET",
    path: "/api/v3/internal/patchbay/approvals/{id}/result",
    own: true,
    tag,
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "Get the result of a call that waited, for an agent that comes back later",
    description:
      "As the agent gets it when it repeats the call; it can be read as often as you like, for a day after the call ended. " +
      "409 while the call waits or runs.",
    params,
    response: SessionAnswer,
  }),
  decideApproval: operation({
    id: "decideApproval",
    method: "POST",
    path: "/api/v3/internal/patchbay/approvals/{id}/decide",
    own: true,
    tag,
    auth: "session",
    permission: "sessions:write",
    audit: "approval.decide",
    summary: "Allow or deny a call that waits",
    description:
      "once: this call. session: and each further call of the tool in the session. " +
      "always: and a rule of the project that allows the tool. " +
      "The call is carried out at once, at most one time. " +
      "403 for a member who is none of its approvers. " +
      "409 for a call that was decided already, or whose time is over.",
    params,
    body: z.object({
      decision: z.enum(DECISIONS),
      reason: z.string().trim().max(500).nullish(),
      identical: z.boolean().optional().meta({
        description:
          "Decide also about all other waiting calls with the same tool, version, arguments, user and account",
      }),
    }),
    response: Approval,
  }),
  decideApprovals: operation({
    id: "decideApprovals",
    method: "POST",
    path: "/api/v3/internal/patchbay/approvals/many",
    own: true,
    tag: "Approvals",
    auth: "session",
    permission: "sessions:write",
    audit: "approval.decide_many",
    summary: "Allow once or deny all calls that wait, a piece at a time",
    body: z.object({
      action: z.enum(["once", "deny"]),
      filter: z
        .object({ session_id: z.string().max(200).optional() })
        .meta({ description: "As of the list of waiting calls" }),
      after: afterPiece,
    }),
    response: PieceResult,
  }),
  listApprovalRules: operation({
    id: "listApprovalRules",
    method: "GET",
    path: "/api/v3/internal/patchbay/approval_rules",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "What the project says of single tools and toolkits, newest first",
    query: z.object({ ...pageQuery, limit: limitQuery(20, 100) }),
    response: page(Rule),
  }),
  setApprovalRule: operation({
    id: "setApprovalRule",
    method: "PUT",
    path: "/api/v3/internal/patchbay/approval_rules/{subject}",
    own: true,
    tag,
    auth: "session",
    permission: "sessions:write",
    audit: "approval_rule.set",
    summary: "Say whether a tool or a toolkit may run unasked",
    description: "It counts in sessions that say nothing of the tool or its toolkit themselves.",
    params: subjectParams,
    body: z.object({
      rule: z.enum(TOOL_RULES),
      approvers: ApproversIn.nullish().meta({ description: "Left out: stays as it is; null: as in the policy" }),
    }),
    response: Rule,
  }),
  deleteApprovalRule: operation({
    id: "deleteApprovalRule",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/approval_rules/{subject}",
    own: true,
    tag,
    auth: "session",
    permission: "sessions:write",
    audit: "approval_rule.delete",
    summary: "Take back what the project says of a tool or a toolkit",
    params: subjectParams,
    response: z.object({ subject: z.string(), deleted: z.literal(true) }),
  }),
  getApprovalPolicy: operation({
    id: "getApprovalPolicy",
    method: "GET",
    path: "/api/v3/internal/patchbay/approval_policy",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:read",
    audit: "none",
    summary: "What the project says of all other tools, and how long a call waits",
    response: Policy,
  }),
  updateApprovalPolicy: operation({
    id: "updateApprovalPolicy",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/approval_policy",
    own: true,
    tag,
    auth: "session",
    permission: "sessions:write",
    audit: "approval_policy.update",
    summary: "Change what the project says of all other tools, or how long a call waits",
    body: z.object({
      default: z.enum(DEFAULTS).optional(),
      expires_in_seconds: z
        .number()
        .int("must be a whole number")
        .min(1, "must be from 1 to 86400")
        .max(86_400, "must be from 1 to 86400")
        .optional(),
      approvers: ApproversIn.nullish().meta({ description: "Only owners and admins change it" }),
    }),
    response: Policy,
  }),
};
