/** Rules that every call of a project obeys: which calls they cover, and what they deny, redact, limit or log. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, MAX_CURSOR } from "@/lib/contract/page";
import { MOST_RULES } from "./constants";
import {
  Budget,
  NewPolicy,
  Policies,
  Policy,
  PolicyChange,
  policyOrder,
  policyParams,
  RuleAction,
  RuleMatch,
} from "./rules.contract";

const base = "/api/v3/internal/patchbay/policies";
const shared = { own: true, tag: "Policies", auth: "project" } as const;
export const policiesApi = {
  listPolicies: operation({
    ...shared,
    id: "listPolicies",
    method: "GET",
    path: base,
    permission: "project:read",
    audit: "none",
    summary: `List the policies of the project in the order in which they apply; there are ${MOST_RULES} at most`,
    response: Policies,
  }),
  createPolicy: operation({
    ...shared,
    id: "createPolicy",
    method: "POST",
    path: base,
    permission: "project:write",
    audit: "policy.create",
    fresh: true,
    summary: "Create a policy behind all others",
    description:
      "It holds from this moment on for every call of the project that its match covers, however the call arrives. " +
      "All members of match must fit; without any, it covers every call. " +
      "422 names tools and toolkits that do not exist.",
    body: NewPolicy,
    response: Policy,
    status: 201,
  }),
  updatePolicy: operation({
    ...shared,
    id: "updatePolicy",
    method: "PATCH",
    path: `${base}/{id}`,
    permission: "project:write",
    audit: "policy.update",
    fresh: true,
    summary: "Change a policy, or switch it on or off",
    description: "match and action are replaced as a whole. With if_updated_at, 409 if another change came first.",
    params: policyParams,
    body: PolicyChange,
    response: Policy,
  }),
  deletePolicy: operation({
    ...shared,
    id: "deletePolicy",
    method: "DELETE",
    path: `${base}/{id}`,
    permission: "project:write",
    audit: "policy.delete",
    fresh: true,
    summary: "Delete a policy",
    params: policyParams,
    response: z.object({ id: z.string(), deleted: z.literal(true) }),
  }),
  simulatePolicy: operation({
    ...shared,
    id: "simulatePolicy",
    method: "POST",
    path: `${base}/simulate`,
    permission: "observability:read",
    audit: "none",
    summary: "Show what a policy would have done to past calls, newest first",
    description:
      "Judges the calls of one page of the log as if the policy were the only one; nothing is sent or changed. " +
      "A call whose arguments the log does not have is unknown. Continue with next_cursor, and stop at any time.",
    body: z.object({
      match: RuleMatch.default({}),
      action: RuleAction.default({ type: "log" }),
      limit: limitQuery(50, 100),
      cursor: z.string().max(MAX_CURSOR).nullish(),
      from: z.number().min(0).optional().meta({ description: "Unix milliseconds; older calls are left out" }),
    }),
    response: z.object({
      judged: z.number().int(),
      unknown: z.number().int().meta({ description: "Calls of which the log has too little to judge them" }),
      items: z
        .array(
          z.object({
            log_id: z.string(),
            timestamp: z.iso.datetime(),
            tool_slug: z.string(),
            user_id: z.string().nullable(),
            outcome: z.enum(["denied", "asks", "redacted", "counted", "withheld", "marked", "logged", "failed"]),
          }),
        )
        .meta({ description: "The calls that the policy covers" }),
      next_cursor: z.string().nullable(),
    }),
  }),
  listBudgets: operation({
    ...shared,
    id: "listBudgets",
    method: "GET",
    path: `${base}/budgets`,
    permission: "project:read",
    audit: "none",
    summary: "List the policies that limit calls or tokens in a day, with what the project used today",
    description: "Those of the organization are first. A use can be a second old.",
    response: z.object({ items: z.array(Budget), resets_at: z.iso.datetime() }),
  }),
  orderPolicies: operation({
    ...shared,
    id: "orderPolicies",
    method: "PUT",
    path: `${base}/order`,
    permission: "project:write",
    audit: "policy.order",
    summary: "Put the policies of the project into another order",
    description: "409 if the ids are not those of all policies, each once.",
    body: policyOrder,
    response: Policies,
  }),
};
