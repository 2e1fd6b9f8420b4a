/** A project's rules for its tools. They apply to sessions that have no rules of their own for these tools. */
import { isDeepStrictEqual } from "node:util";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { db, type Db, Prisma } from "@/lib/kernel/database/db";
import { projectCache } from "@/lib/kernel/database/project-cache";
import { now } from "@/lib/kernel/time/clock";
import { assertMembers } from "./may-decide";
import { assertMayChoose, isLooser, type Loosening } from "./loosening";
import type { Default, Policy, ToolRule } from "./policy";

export const LIFE_SECONDS = 600;
/** The most rules that a project can have. */
export const MOST_RULES = 2_000;
export const NO_POLICY: Policy = {
  default: "allow_all",
  lifeSeconds: LIFE_SECONDS,
  approvers: null,
  rules: new Map(),
  hasHeld: false,
};

/** The people in the form of a column. */
export const storeApprovers = (approvers: Approvers | null): Approvers | typeof Prisma.DbNull =>
  approvers ?? Prisma.DbNull;
export const readApprovers = (column: Prisma.JsonValue | undefined): Approvers | null =>
  (column ?? null) as Approvers | null;

/**
 * Longer than a call can be found again: it waits for at most a day, can run for most of another day, and its result is
 * kept for a day.
 */
const HELD_MS = 3 * 24 * 3_600_000;

const findHeld = (projectId: string, on: Db) =>
  on.parkedCall.findFirst({
    where: { projectId, createdAt: { gt: new Date(now().getTime() - HELD_MS) }, openKey: { not: null } },
    select: { id: true },
    orderBy: { createdAt: "desc" },
  });

/** The project's current rules from the database, for callers that change them. */
export async function readPolicy(projectId: string, on: Db = db): Promise<Policy> {
  const [row, rules, heldRow] = await Promise.all([
    on.approvalPolicy.findUnique({ where: { projectId } }),
    on.approvalRule.findMany({ where: { projectId }, take: MOST_RULES }),
    findHeld(projectId, on),
  ]);
  return {
    default: (row?.default as Default | undefined) ?? NO_POLICY.default,
    lifeSeconds: row?.lifeSeconds ?? LIFE_SECONDS,
    approvers: readApprovers(row?.approvers),
    rules: new Map(
      rules.map(({ subject, rule, toolkitSlug, approvers }) => {
        const entry = { rule: rule as ToolRule, toolkitSlug, approvers: readApprovers(approvers) };
        return [subject, entry] as const;
      }),
    ),
    hasHeld: heldRow !== null,
  };
}

const cache = projectCache<Policy>({
  name: "sessions.approval-policies",
  channel: "patchbay_approvals",
  load: (projectId) => readPolicy(projectId),
});

/** Notifies all copies, when `tx` commits, that the project's rules changed. */
export const announcePolicy = cache.announce;

/** The project's rules, cached: each call of a session needs them. */
export const policyOf = async (projectId: string): Promise<Policy> => cache.valueOf(projectId);

type PolicyChange = {
  default?: Default | undefined;
  lifeSeconds?: number | undefined;
  approvers?: Approvers | null | undefined;
};

/** Changes what is mentioned. @throws whatever `loosening` throws */
export async function updatePolicy(projectId: string, change: PolicyChange, loosening: Loosening): Promise<Policy> {
  const values = {
    ...(change.default !== undefined && { default: change.default }),
    ...(change.lifeSeconds !== undefined && { lifeSeconds: change.lifeSeconds }),
    ...(change.approvers !== undefined && { approvers: storeApprovers(change.approvers) }),
  };
  if (change.approvers) await assertMembers(projectId, change.approvers);
  await db.$transaction(async (tx) => {
    const before = await readPolicy(projectId, tx);
    if (change.default !== undefined && isLooser(change.default, before.default)) loosening.mayLoosen();
    if (change.approvers !== undefined && !isDeepStrictEqual(change.approvers, before.approvers))
      assertMayChoose(loosening);
    await tx.approvalPolicy.upsert({
      where: { projectId },
      create: { projectId, default: NO_POLICY.default, lifeSeconds: LIFE_SECONDS, ...values },
      update: values,
    });
    await announcePolicy(tx, projectId);
  });
  return readPolicy(projectId);
}
