/** The project's rules for single tools and toolkits. */
import type { ApprovalRule } from "@/generated/prisma/client";
import { isDeepStrictEqual } from "node:util";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { findTool } from "@/lib/catalog/read/find-tool";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { META_TOOLKIT } from "../settings/meta-tool-switches";
import { assertMayChoose, isLooser, ruleFor, type Loosening } from "./loosening";
import { assertMembers } from "./may-decide";
import { announcePolicy, MOST_RULES, readPolicy, storeApprovers } from "./read-policy";
import type { ToolRule } from "./policy";

type By = { id: string; name: string | null };
type NewRule = {
  subject: string;
  toolkitSlug: string;
  aliases?: readonly string[];
  rule: ToolRule;
  /** Undefined: as before. */
  approvers?: Approvers | null | undefined;
};

const tooMany = () =>
  new ApiError("Conflict", `The project already has ${MOST_RULES} rules.`, {
    suggestedFix: "Take some back, or make rules for whole toolkits.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Writes a rule and notifies all copies.
 * @throws ApiError Conflict at the project's maximum of rules; whatever `loosening` throws
 */
export async function putRule(
  tx: Db,
  projectId: string,
  { subject, aliases = [], approvers, ...rule }: NewRule,
  { id: createdBy, name: createdName, ...loosening }: By & Loosening,
): Promise<ApprovalRule> {
  const policy = await readPolicy(projectId, tx);
  // Without a rule each session's default counts, which may be the strictest one.
  if (isLooser(rule.rule, ruleFor(policy, { subject, aliases, ...rule }) ?? "ask_every_call")) loosening.mayLoosen();
  const former = policy.rules.get(subject)?.approvers ?? null;
  if (approvers !== undefined && !isDeepStrictEqual(approvers, former)) assertMayChoose(loosening);
  const others = await tx.approvalRule.count({ where: { projectId, subject: { not: subject } } });
  if (others >= MOST_RULES) throw tooMany();
  await announcePolicy(tx, projectId);
  const people = approvers === undefined ? {} : { approvers: storeApprovers(approvers) };
  const data = { ...rule, ...people, createdBy, createdName, createdAt: now() };
  return tx.approvalRule.upsert({
    where: { projectId_subject: { projectId, subject } },
    create: { projectId, subject, ...data },
    update: data,
  });
}

/** The tool or toolkit of a name; meta tools have switches of their own. */
async function requireSubject(projectId: string, name: string): Promise<Omit<NewRule, "rule" | "approvers">> {
  const toolkit = await findToolkit(projectId, name.toLowerCase());
  const tool = toolkit ? null : await findTool(projectId, name);
  const target = toolkit ? { subject: toolkit.slug, toolkitSlug: toolkit.slug } : null;
  const subject = tool ? { subject: tool.slug, toolkitSlug: tool.toolkitSlug, aliases: tool.aliases } : target;
  if (subject && subject.toolkitSlug !== META_TOOLKIT) return subject;
  throw new ApiError("NotFound", `There is no tool or toolkit ${name.slice(0, 100)} that can have a rule.`, {
    suggestedFix: "Send the slug of a tool or a toolkit of an app.",
  });
}

/** @throws ApiError NotFound for an unknown name; as `putRule` */
export async function setRule(
  projectId: string,
  name: string,
  rule: Pick<NewRule, "rule" | "approvers">,
  by: By & Loosening,
): Promise<ApprovalRule> {
  const subject = await requireSubject(projectId, name);
  if (rule.approvers) await assertMembers(projectId, rule.approvers);
  return db.$transaction((tx) => putRule(tx, projectId, { ...subject, ...rule }, by));
}

/** @throws ApiError NotFound; whatever `loosening` throws */
export async function deleteRule(projectId: string, subject: string, loosening: Loosening): Promise<void> {
  await db.$transaction(async (tx) => {
    const policy = await readPolicy(projectId, tx);
    const rule = policy.rules.get(subject);
    const rules = new Map([...policy.rules].filter(([name]) => name !== subject));
    // Without a rule each session's default counts, which can allow every call.
    if (rule?.approvers) assertMayChoose(loosening);
    if (rule && isLooser(ruleFor({ rules }, { subject, ...rule }) ?? "allow_all", rule.rule)) loosening.mayLoosen();
    const { count } = await tx.approvalRule.deleteMany({ where: { projectId, subject } });
    if (count === 0)
      throw new ApiError("NotFound", `The project has no rule for ${subject.slice(0, 100)}.`, {
        suggestedFix: "List them with GET /api/v3/internal/patchbay/approval_rules.",
      });
    await announcePolicy(tx, projectId);
  });
}

const after = ({ time: createdAt, id }: Cursor): Prisma.ApprovalRuleWhereInput => ({
  OR: [{ createdAt: { lt: new Date(createdAt) } }, { createdAt: new Date(createdAt), subject: { lt: id } }],
});

/** Newest first. */
export async function listRules(
  projectId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ApprovalRule>> {
  const cursor = readCursor(text);
  const [rows, total] = await Promise.all([
    db.approvalRule.findMany({
      where: cursor ? { projectId, AND: [after(cursor)] } : { projectId },
      orderBy: [{ createdAt: "desc" }, { subject: "desc" }],
      take: limit + 1,
    }),
    db.approvalRule.count({ where: { projectId } }),
  ]);
  return toPage(rows, total, limit, cursor, ({ createdAt, subject }) => ({
    time: createdAt.toISOString(),
    id: subject,
  }));
}
