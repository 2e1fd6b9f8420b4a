/** Counts a call for the limits and the budgets of policies. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import { processMemory } from "@/lib/kernel/process-memory";
import { log } from "@/lib/kernel/process/log";
import { overLimit, toLimitHeaders } from "@/lib/kernel/rate-limit/over-limit";
import { takeToken, type RateLimitState } from "@/lib/kernel/rate-limit/take-token";
import { LRUCache } from "lru-cache";
import type { Decision, Limit } from "@/lib/policies/policy-call";
import { recordEvent } from "@/lib/webhooks/events/record-event";

export const DAY_SECONDS = 86_400;
/** The part of a budget after which the project is warned. */
export const WARN_AT = 0.8;
const MAX_WARNED = 10_000;

export type Within = { projectId: string; requestId: string };

export const toSpent = ({ name, amount, unit }: Limit, state: RateLimitState): ApiError =>
  new ApiError(
    "TooManyRequests",
    `The budget of the policy "${name}" is ${amount} ${unit} a day, and all of them are used.`,
    {
      slug: "BudgetExceeded",
      suggestedFix: `Call again in ${state.resetSeconds} seconds, at midnight UTC, or raise the budget of the policy.`,
      headers: { ...toLimitHeaders(state), "retry-after": String(state.resetSeconds), "x-should-retry": "false" },
    },
  );

/** Budgets with a warning of this process: further calls of the day cost no query. */
const warnings = () => processMemory("policies.budget-warnings", () => new LRUCache<string, true>({ max: MAX_WARNED }));

const amountsOf = ({ unit, amount }: Limit, sum: number): Record<string, number> =>
  unit === "tokens" ? { tokens_per_day: amount, tokens_used: sum } : { calls_per_day: amount, calls_used: sum };

/** Warns once a day for each budget and subject, in all copies together. */
export async function warnOfBudget({ projectId, requestId }: Within, limit: Limit, sum: number): Promise<void> {
  const resetsAt = new Date(Math.ceil(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS * 1000).toISOString();
  const key = JSON.stringify([projectId, limit.id, limit.amount, limit.of, resetsAt, limit.unit]);
  if (warnings().has(key)) return;
  warnings().set(key, true);
  try {
    await db.$transaction((tx) =>
      recordEvent(tx, projectId, {
        type: "composio.budget.warning",
        lane: limit.id,
        providerEventId: key,
        payload: {
          policy: { id: limit.id, name: limit.name },
          counted_by: limit.by,
          counted_for: limit.of === "" ? null : limit.of,
          ...amountsOf(limit, sum),
          resets_at: resetsAt,
        },
      }),
    );
  } catch (error) {
    warnings().delete(key);
    log.warn({ requestId }, "the warning of a budget could not be recorded", { projectId, error });
  }
}

/** The beginning of the subjects of all policies of a project; the policy and its own subject follow. */
export const subjectsOf = (projectId: string): string => `policy:${projectId}:`;
/** The end of subjects whose tokens are counted. */
export const OF_TOKENS = ":tokens";

/** Tokens and calls of one policy are counted apart: a policy can be changed from calls to tokens. */
export const subjectOf = (projectId: string, { id, of, unit }: Limit): string =>
  `${subjectsOf(projectId)}${id}:${of === "" ? "" : hashToken(of)}${unit === "tokens" ? OF_TOKENS : ""}`;

/**
 * Counts one call for a limit.
 * @param record adds the decision to the log of the call
 * @throws ApiError TooManyRequests
 */
export async function countLimit(within: Within, limit: Limit, record: (decision: Decision) => void): Promise<void> {
  const { id, name, amount, seconds } = limit;
  const state = await takeToken({ subject: subjectOf(within.projectId, limit), requests: amount, seconds });
  record({ id, name, action: "limit", outcome: state.allowed ? "counted" : "limited" });
  const isBudget = seconds === DAY_SECONDS;
  if (isBudget && amount - state.remaining >= amount * WARN_AT)
    await warnOfBudget(within, limit, amount - state.remaining);
  if (!state.allowed) throw isBudget ? toSpent(limit, state) : overLimit(`policy "${name}"`, state);
}
