/** The rules of a project: created, changed, ordered and deleted. Each change reaches all copies when it commits. */
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
import { announcePolicies } from "./project-policies";
import type { RuleAction, RuleMatch } from "./contract";

type By = { id: string; name: string | null };
type RuleFields = { name: string; enabled: boolean; match: RuleMatch; action: z.output<typeof RuleAction> };

const unknownRule = (id: string) =>
  new ApiError("NotFound", `The project has no policy ${id.slice(0, 100)}.`, {
    suggestedFix: "List the policies with GET /api/v3/internal/patchbay/policies.",
  });

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

/** A name without `*` must exist: a rule with a typing error would protect nothing. */
async function readNames(projectId: string, match: RuleMatch): Promise<{ match: RuleMatch; toolkits: string[] }> {
  const problems: string[] = [];
  const toolkits = new Set<string>();
  const tools = await Promise.all(
    (match.tools ?? []).map(async (name) => {
      if (name.includes("*") || /^(COMPOSIO_)?PROXY_EXECUTE$/i.test(name)) return name.toUpperCase();
      const tool = await findTool(projectId, name);
      if (!tool) problems.push(`match.tools: there is no tool ${name}`);
      else toolkits.add(tool.toolkitSlug);
      return tool?.slug ?? name;
    }),
  );
  const slugs = await Promise.all(
    (match.toolkits ?? []).map(async (name) => {
      const toolkit = await findToolkit(projectId, name.toLowerCase());
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
export async function readRule(projectId: string, rule: Pick<RuleFields, "match" | "action">) {
  const problems = problemsOf(rule);
  if (problems.length > 0) throw unreadable(problems);
  const { match, toolkits } = await readNames(projectId, rule.match);
  return { match: match as Prisma.InputJsonObject, action: rule.action as Prisma.InputJsonObject, toolkits };
}

/** In the order in which they apply. */
export const listRules = (projectId: string, on: Db = db): Promise<PolicyRule[]> =>
  on.policyRule.findMany({
    where: { projectId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: MOST_RULES + 1,
  });

const LOCK = statement({
  name: "policies.lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.policies:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** Changes of a project's rules happen one after another, so that their number and order stay right. */
async function inTurn<Answer>(projectId: string, change: (tx: Db) => Promise<Answer>): Promise<Answer> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId]);
    const answer = await change(tx);
    await announcePolicies(tx, projectId);
    return answer;
  });
}

/** Adds a rule behind all others. @throws ApiError Unprocessable; Conflict at the maximum of rules */
export async function createRule(projectId: string, rule: RuleFields, by: By): Promise<PolicyRule> {
  const columns = await readRule(projectId, rule);
  return inTurn(projectId, async (tx) => {
    const rules = await listRules(projectId, tx);
    if (rules.length >= MOST_RULES)
      throw new ApiError("Conflict", `The project already has ${MOST_RULES} policies.`, {
        suggestedFix: "Delete a policy, or name several tools in one.",
        headers: { "x-should-retry": "false" },
      });
    const time = now();
    const { name, enabled } = rule;
    const position = (rules.at(-1)?.position ?? -1) + 1;
    const origin = { createdBy: by.id, createdName: by.name, createdAt: time, updatedAt: time };
    return tx.policyRule.create({
      data: { id: newId("policy"), projectId, position, name, enabled, ...columns, ...origin },
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
  projectId: string,
  id: string,
  change: Partial<RuleFields>,
  readAt?: Date,
): Promise<PolicyRule> {
  const row = await requireRule(projectId, id);
  if (readAt && readAt.getTime() !== row.updatedAt.getTime()) throw changedMeanwhile();
  const match = change.match ?? (row.match as RuleMatch);
  const action = change.action ?? (row.action as RuleAction);
  const columns = change.match || change.action ? await readRule(projectId, { match, action }) : {};
  const { name, enabled } = change;
  return inTurn(projectId, async (tx) => {
    const { updatedAt } = await requireRule(projectId, id, tx);
    // The columns were checked together with those that the row had.
    const isStale = updatedAt.getTime() !== row.updatedAt.getTime();
    if (isStale && (readAt || change.match || change.action)) throw changedMeanwhile();
    const time = new Date(Math.max(now().getTime(), updatedAt.getTime() + 1));
    await tx.policyRule.updateMany({
      where: { projectId, id },
      data: {
        ...(name !== undefined && { name }),
        ...(enabled !== undefined && { enabled }),
        ...columns,
        updatedAt: time,
      },
    });
    return requireRule(projectId, id, tx);
  });
}

/** @throws ApiError NotFound */
export async function requireRule(projectId: string, id: string, on: Db = db): Promise<PolicyRule> {
  const row = await on.policyRule.findFirst({ where: { projectId, id } });
  if (!row) throw unknownRule(id);
  return row;
}

/** @throws ApiError NotFound */
export const deleteRule = (projectId: string, id: string): Promise<void> =>
  inTurn(projectId, async (tx) => {
    const { count } = await tx.policyRule.deleteMany({ where: { projectId, id } });
    if (count === 0) throw unknownRule(id);
  });

/**
 * Brings all rules of the project into an order.
 * @throws ApiError Conflict if the IDs are not those of the project's rules, each once
 */
export const orderRules = (projectId: string, ids: readonly string[]): Promise<PolicyRule[]> =>
  inTurn(projectId, async (tx) => {
    const rules = await listRules(projectId, tx);
    const idSet = new Set(ids);
    if (idSet.size !== ids.length || ids.length !== rules.length || !rules.every(({ id }) => idSet.has(id)))
      throw new ApiError("Conflict", "These are not the IDs of all policies of the project, each once.", {
        suggestedFix: "List the policies again, and send all of their IDs in the new order.",
        headers: { "x-should-retry": "false" },
      });
    for (const [position, id] of ids.entries())
      await tx.policyRule.updateMany({ where: { projectId, id }, data: { position } });
    return listRules(projectId, tx);
  });
