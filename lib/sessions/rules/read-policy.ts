/** What a project says of its tools, for sessions that say nothing of them. */
import { LRUCache } from "lru-cache";
import { db, type Db } from "@/lib/kernel/database/db";
import { isListening, listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";
import { isLooser, type Loosening } from "./loosening";
import type { Default, Policy, ToolRule } from "./policy";

export const LIFE_SECONDS = 600;
/** So many rules a project may have. */
export const MOST_RULES = 2_000;
export const NO_POLICY: Policy = { default: "allow_all", lifeSeconds: LIFE_SECONDS, rules: new Map(), hasHeld: false };

const CHANNEL = "patchbay_approvals";
/** Changes are told at once; this limits the harm if their connection dies silently. */
const REMEMBER_MS = 5_000;

const state = () =>
  processMemory("tool-router.policies", () => {
    const made = { cache: new LRUCache<string, Policy>({ max: 1_000, ttl: REMEMBER_MS }), changes: 0 };
    const forget = (projectId: string) => {
      made.changes++;
      made.cache.delete(projectId);
    };
    listen(CHANNEL, {
      missed: () => {
        made.changes++;
        made.cache.clear();
      },
      message: forget,
      onOwn: forget,
    });
    return made;
  });

/** Tells all copies, when `tx` commits, that a project says something else. */
export const announcePolicy = (tx: Pick<Db, "$executeRaw">, projectId: string): Promise<void> =>
  notify(tx, CHANNEL, projectId);

/** Longer than a call is found again: it waits for a day at most, may take most of another, and its result waits for one. */
const HELD_MS = 3 * 24 * 3_600_000;

const findHeld = (projectId: string, on: Db) =>
  on.parkedCall.findFirst({
    where: { projectId, createdAt: { gt: new Date(now().getTime() - HELD_MS) }, openKey: { not: null } },
    select: { id: true },
    orderBy: { createdAt: "desc" },
  });

/** What the rows say now, for whoever changes them. */
export async function readPolicy(projectId: string, on: Db = db): Promise<Policy> {
  const [row, rules, held] = await Promise.all([
    on.approvalPolicy.findUnique({ where: { projectId } }),
    on.approvalRule.findMany({ where: { projectId }, take: MOST_RULES }),
    findHeld(projectId, on),
  ]);
  return {
    default: (row?.default as Default | undefined) ?? NO_POLICY.default,
    lifeSeconds: row?.lifeSeconds ?? LIFE_SECONDS,
    rules: new Map(
      rules.map(({ subject, rule, toolkitSlug }) => [subject, { rule: rule as ToolRule, toolkitSlug }] as const),
    ),
    hasHeld: held !== null,
  };
}

/** What the project says. Each call of a session asks for it, and it hardly ever changes. */
export async function policyOf(projectId: string): Promise<Policy> {
  const { cache } = state();
  const known = isListening(CHANNEL) ? cache.get(projectId) : undefined;
  if (known) return known;
  const before = state().changes;
  const policy = await readPolicy(projectId);
  // A change that was told while the rows were read may not be in them.
  if (isListening(CHANNEL) && before === state().changes) cache.set(projectId, policy);
  return policy;
}

type PolicyChange = { default?: Default | undefined; lifeSeconds?: number | undefined };

/** Changes what is mentioned. @throws whatever `mayLoosen` throws */
export async function updatePolicy(projectId: string, change: PolicyChange, { mayLoosen }: Loosening): Promise<Policy> {
  const given = {
    ...(change.default !== undefined && { default: change.default }),
    ...(change.lifeSeconds !== undefined && { lifeSeconds: change.lifeSeconds }),
  };
  await db.$transaction(async (tx) => {
    const before = await readPolicy(projectId, tx);
    if (change.default !== undefined && isLooser(change.default, before.default)) mayLoosen();
    await tx.approvalPolicy.upsert({
      where: { projectId },
      create: { projectId, default: NO_POLICY.default, lifeSeconds: LIFE_SECONDS, ...given },
      update: given,
    });
    await announcePolicy(tx, projectId);
  });
  return readPolicy(projectId);
}
