/** The budgets of a project, and how much of each is used today. */
import type { z } from "zod";
import { findKnownProject } from "@/lib/access/projects/known-project";
import { summarizeUse } from "@/lib/kernel/rate-limit/summarize-use";
import type { PolicyRule } from "@/generated/prisma/client";
import type { policiesApi } from "@/lib/policies/contract";
import { listRules } from "@/lib/policies/create-rule";
import { RuleAction } from "@/lib/policies/rules.contract";
import { DAY_SECONDS, OF_TOKENS, subjectsOf } from "./count-limit";

type Budgets = z.output<typeof policiesApi.listBudgets.response>;
type Budget = Budgets["items"][number];
type Terms = Pick<Budget, "unit" | "per_day" | "counted_by">;

/** Undefined for other policies. */
function toTerms({ action }: PolicyRule): Terms | undefined {
  const { data } = RuleAction.safeParse(action);
  if (data?.type !== "limit" || "per_minute" in data) return undefined;
  return "per_day" in data
    ? { unit: "calls", per_day: data.per_day, counted_by: data.by }
    : { unit: "tokens", per_day: data.tokens_per_day, counted_by: data.by };
}

const keyOf = (id: string, { unit }: Terms): string => `${id}${unit === "tokens" ? OF_TOKENS : ""}`;

/** The budgets of the organization come first. */
export async function listBudgets(projectId: string): Promise<Budgets> {
  const project = await findKnownProject(projectId);
  const above = project ? await listRules(project.organizationId) : [];
  const budgets = [...above, ...(await listRules(projectId))].flatMap((rule) => {
    const terms = toTerms(rule);
    return terms ? [{ rule, terms, key: keyOf(rule.id, terms) }] : [];
  });
  const uses = await summarizeUse({
    prefix: subjectsOf(projectId),
    suffix: OF_TOKENS,
    seconds: DAY_SECONDS,
    limits: budgets.map(({ key, terms }) => ({ key, amount: terms.per_day })),
  });
  const items = budgets.map(({ rule, terms, key }): Budget => {
    const use = uses.get(key);
    return {
      policy_id: rule.id,
      name: rule.name,
      enabled: rule.enabled,
      scope: rule.projectId === projectId ? "project" : "organization",
      ...terms,
      most_used: use?.most ?? 0,
      subjects: use?.subjects ?? 0,
      used_up: use?.spent ?? 0,
    };
  });
  const endsAt = Math.ceil((Date.now() + 1) / 1000 / DAY_SECONDS) * DAY_SECONDS * 1000;
  return { items, resets_at: new Date(endsAt).toISOString() };
}
