/** A project's rules for its tools. They apply to sessions that have no rules of their own for these tools. */
import { LRUCache } from "lru-cache";
import { db, type Db } from "@/lib/kernel/database/db";
import { isListening, listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";
import { isLooser, type Loosening } from "./loosening";
import type { Default, Policy, ToolRule } from "./policy";

export const LIFE_SECONDS = 600;
/** The most rules that a project can have. */
export const MOST_RULES = 2_000;
export const NO_POLICY: Policy = { default: "allow_all", lifeSeconds: LIFE_SECONDS, rules: new Map(), hasHeld: false };

const CHANNEL = "patchbay_approvals";
/** Changes are announced at once; this limits the harm if the connection for announcements dies silently. */
const REMEMBER_MS = 5_000;

const state = () =>
  processMemory("tool-router.policies", () => {
    const memory = { cache: new LRUCache<string, Policy>({ max: 1_000, ttl: REMEMBER_MS }), changes: 0 };
    const forget = (projectId: string) => {
      memory.changes++;
      memory.cache.delete(projectId);
    };
    listen(CHANNEL, {
      missed: () => {
        memory.changes++;
        memory.cache.clear();
      },
      message: forget,
      onOwn: forget,
    });
    return memory;
  });

/** Notifies all copies, when `tx` commits, that the project's rules changed. */
export const announcePolicy = (tx: Pick<Db, "$executeRaw">, projectId: string): Promise<void> =>
  notify(tx, CHANNEL, projectId);

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
    rules: new Map(
      rules.map(({ subject, rule, toolkitSlug }) => [subject, { rule: rule as ToolRule, toolkitSlug }] as const),
    ),
    hasHeld: heldRow !== null,
  };
}

/** The project's rules. Cached, because each call of a session needs them and they hardly ever change. */
export async function policyOf(projectId: string): Promise<Policy> {
  const { cache } = state();
  const cachedPolicy = isListening(CHANNEL) ? cache.get(projectId) : undefined;
  if (cachedPolicy) return cachedPolicy;
  const before = state().changes;
  const policy = await readPolicy(projectId);
  // A change that was announced while the rows were read can be missing from them.
  if (isListening(CHANNEL) && before === state().changes) cache.set(projectId, policy);
  return policy;
}

type PolicyChange = { default?: Default | undefined; lifeSeconds?: number | undefined };

/** Changes what is mentioned. @throws whatever `mayLoosen` throws */
export async function updatePolicy(projectId: string, change: PolicyChange, { mayLoosen }: Loosening): Promise<Policy> {
  const values = {
    ...(change.default !== undefined && { default: change.default }),
    ...(change.lifeSeconds !== undefined && { lifeSeconds: change.lifeSeconds }),
  };
  await db.$transaction(async (tx) => {
    const before = await readPolicy(projectId, tx);
    if (change.default !== undefined && isLooser(change.default, before.default)) mayLoosen();
    await tx.approvalPolicy.upsert({
      where: { projectId },
      create: { projectId, default: NO_POLICY.default, lifeSeconds: LIFE_SECONDS, ...values },
      update: values,
    });
    await announcePolicy(tx, projectId);
  });
  return readPolicy(projectId);
}
