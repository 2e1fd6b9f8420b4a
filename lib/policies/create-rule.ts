/** The rules of a project or of an organization: created, changed, ordered and deleted, for all copies. */
import type { z } from "zod";
import type { PolicyRule, Prisma } from "@/generated/prisma/client";
import { findTool } from "@/lib/catalog/read/find-tool";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { MOST_RULES } from "./constants";
import { announcePolicies, isOrganization } from "./project-policies";
import type { RuleAction, RuleMatch } from "./rules.contract";

type By = { id: string; name: string | null };
type RuleFields = { name: string; enabled: boolean; match: RuleMatch; action: z.output<typeof RuleAction> };

/** Words for the owner of rules, and the path of its policies. */
const toWords = (ownerId: string) =>
  isOrganization(ownerId)
    ? { owner: "organization", path: "/api/v3/internal/patchbay/organization/policies" }
    : { owner: "project", path: "/api/v3/internal/patchbay/policies" };

function unknownRule(ownerId: string, id: string): ApiError {
  const { owner, path } = toWords(ownerId);
  return new ApiError("NotFound", `The ${owner} has no policy ${id.slice(0, 100)}.`, {
    suggestedFix: `List the policies with GET ${path}.`,
  });
}

/** Problems of a rule beyond its schema. */
function problemsOf({ match, action }: Pick<RuleFields, "match" | "action">): string[] {
  const problems: string[] = [];
  if (match.result && !["deny", "log", "mark", "redact"].includes(action.type))
    problems.push("match.result: is known after the call, which can then only be denied, marked, redacted or logged");
  if (action.type === "mark" && !match.result) problems.push("match.result: must say which results are marked");
  if (match.result && action.type === "redact" && action.place === "arguments")
    problems.push("action.place: must be result for a policy with conditions on the result");
  return problems;
}

/**
 * A name without `*` must exist: a rule with a typing error would protect nothing. An organization names those of the
 * catalog.
 */
async function readNames(ownerId: string, match: RuleMatch): Promise<{ match: RuleMatch; toolkits: string[] }> {
  const problems: string[] = [];
  const toolkits = new Set<string>();
  const tools = await Promise.all(
    (match.tools ?? []).map(async (name) => {
      if (name.includes("*") || /^(COMPOSIO_)?PROXY_EXECUTE$/i.test(name)) return name.toUpperCase();
      const tool = await findTool(ownerId, name);
      if (!tool) problems.push(`match.tools: there is no tool ${name}`);
      else toolkits.add(tool.toolkitSlug);
      return tool?.slug ?? name;
    }),
  );
  const slugs = await Promise.all(
    (match.toolkits ?? []).map(async (name) => {
      const toolkit = await findToolkit(ownerId, name.toLowerCase());
      if (!toolkit) problems.push(`match.toolkits: there is no toolkit ${name}`);
      return toolkit?.slug ?? name;
    }),
  );
  if (problems.length > 0) throw unreadable(problems);
  return {
    match: { ...match, ...(match.tools && { tools }), ...(match.toolkits && { toolkits: slugs }) },
    toolkits: [...toolkits],
  };
}

const unreadable = (errors: string[]) =>
  new ApiError("Unprocessable", "The policy cannot be stored.", {
    errors,
    suggestedFix: "Correct the named fields.",
    headers: { "x-should-retry": "false" },
  });

/** The columns of a rule, with its names resolved. @throws ApiError Unprocessable */
export async function readRule(ownerId: string, rule: Pick<RuleFields, "match" | "action">) {
  const problems = problemsOf(rule);
  if (problems.length > 0) throw unreadable(problems);
  const { match, toolkits } = await readNames(ownerId, rule.match);
  return { match: match as Prisma.InputJsonObject, action: rule.action as Prisma.InputJsonObject, toolkits };
}

/** In the order in which they apply. @param ownerId of the project, or of the organization for all of its projects */
export const listRules = (ownerId: string, on: Db = db): Promise<PolicyRule[]> =>
  on.policyRule.findMany({
    where: { projectId: ownerId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: MOST_RULES + 1,
  });

const LOCK = statement({
  name: "policies.lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.policies:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** Changes of an owner's rules happen one after another, so that their number and order stay right. */
async function inTurn<Answer>(ownerId: string, change: (tx: Db) => Promise<Answer>): Promise<Answer> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [ownerId]);
    const answer = await change(tx);
    await announcePolicies(tx, ownerId);
    return answer;
  });
}

/** Adds a rule behind all others. @throws ApiError Unprocessable; Conflict at the maximum of rules */
export async function createRule(ownerId: string, rule: RuleFields, by: By): Promise<PolicyRule> {
  const columns = await readRule(ownerId, rule);
  return inTurn(ownerId, async (tx) => {
    const rules = await listRules(ownerId, tx);
    if (rules.length >= MOST_RULES)
      throw new ApiError("Conflict", `The ${toWords(ownerId).owner} already has ${MOST_RULES} policies.`, {
        suggestedFix: "Delete a policy, or name several tools in one.",
        headers: { "x-should-retry": "false" },
      });
    const time = now();
    const { name, enabled } = rule;
    const position = (rules.at(-1)?.position ?? -1) + 1;
    const origin = { createdBy: by.id, createdName: by.name, createdAt: time, updatedAt: time };
    return tx.policyRule.create({
      data: { id: newId("policy"), projectId: ownerId, position, name, enabled, ...columns, ...origin },
    });
  });
}

const changedMeanwhile = () =>
  new ApiError("Conflict", "The policy has changed since you read it.", {
    suggestedFix: "Read the policy again, and apply the change to what it is now.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Changes the named fields.
 * @param readAt `updatedAt` of the rule that the change is about; the rule as it is now if left out
 * @throws ApiError NotFound, Unprocessable; Conflict if another change came first
 */
export async function updateRule(
  ownerId: string,
  id: string,
  change: Partial<RuleFields>,
  readAt?: Date,
): Promise<PolicyRule> {
  const row = await requireRule(ownerId, id);
  if (readAt && readAt.getTime() !== row.updatedAt.getTime()) throw changedMeanwhile();
  const match = change.match ?? (row.match as RuleMatch);
  const action = change.action ?? (row.action as RuleAction);
  const columns = change.match || change.action ? await readRule(ownerId, { match, action }) : {};
  const { name, enabled } = change;
  return inTurn(ownerId, async (tx) => {
    const { updatedAt } = await requireRule(ownerId, id, tx);
    // The columns were checked together with those that the row had.
    const isStale = updatedAt.getTime() !== row.updatedAt.getTime();
    if (isStale && (readAt || change.match || change.action)) throw changedMeanwhile();
    const time = new Date(Math.max(now().getTime(), updatedAt.getTime() + 1));
    await tx.policyRule.updateMany({
      where: { projectId: ownerId, id },
      data: {
        ...(name !== undefined && { name }),
        ...(enabled !== undefined && { enabled }),
        ...columns,
        updatedAt: time,
      },
    });
    return requireRule(ownerId, id, tx);
  });
}

/** @throws ApiError NotFound */
export async function requireRule(ownerId: string, id: string, on: Db = db): Promise<PolicyRule> {
  const row = await on.policyRule.findFirst({ where: { projectId: ownerId, id } });
  if (!row) throw unknownRule(ownerId, id);
  return row;
}

/** @throws ApiError NotFound */
export const deleteRule = (ownerId: string, id: string): Promise<void> =>
  inTurn(ownerId, async (tx) => {
    const { count } = await tx.policyRule.deleteMany({ where: { projectId: ownerId, id } });
    if (count === 0) throw unknownRule(ownerId, id);
  });

/**
 * Brings all rules of the owner into an order.
 * @throws ApiError Conflict if the IDs are not those of the owner's rules, each once
 */
export const orderRules = (ownerId: string, ids: readonly string[]): Promise<PolicyRule[]> =>
  inTurn(ownerId, async (tx) => {
    const rules = await listRules(ownerId, tx);
    const idSet = new Set(ids);
    if (idSet.size !== ids.length || ids.length !== rules.length || !rules.every(({ id }) => idSet.has(id)))
      throw new ApiError(
        "Conflict",
        `These are not the IDs of all policies of the ${toWords(ownerId).owner}, each once.`,
        {
          suggestedFix: "List the policies again, and send all of their IDs in the new order.",
          headers: { "x-should-retry": "false" },
        },
      );
    for (const [position, id] of ids.entries())
      await tx.policyRule.updateMany({ where: { projectId: ownerId, id }, data: { position } });
    return listRules(ownerId, tx);
  });
