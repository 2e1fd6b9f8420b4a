/** Budgets of tokens: an answer counts for them when it is there, so a call only needs a rest of the budget. */
import { addUse, findUse } from "@/lib/kernel/rate-limit/add-use";
import { background, log } from "@/lib/kernel/process/log";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import type { Decision, Limit } from "@/lib/policies/policy-call";
import { subjectOf, toSpent, warnOfBudget, WARN_AT, type Within } from "./count-limit";
import type { ExecutionFacts } from "./execution-facts";
import type { Outcome } from "./sending/log-execution";
import type { Trace } from "./sending/trace";

const secondsLeft = ({ seconds }: Limit): number => seconds - (Math.floor(Date.now() / 1000) % seconds);

/**
 * Lets a call pass while tokens are left, and notes that its answer counts for the budget.
 * @param record adds the decision to the log of the call
 * @throws ApiError TooManyRequests
 */
export async function assertTokensLeft(
  { projectId }: Within,
  trace: Trace,
  limit: Limit,
  record: (decision: Decision) => void,
): Promise<void> {
  const sum = await findUse(subjectOf(projectId, limit), limit.seconds);
  const isLeft = sum < limit.amount;
  const { id, name, amount } = limit;
  record({ id, name, action: "limit", outcome: isLeft ? "counted" : "limited" });
  if (isLeft) {
    trace.budgets = [...(trace.budgets ?? []), limit];
    return;
  }
  const state = { allowed: false, limit: amount, remaining: 0, windowSeconds: limit.seconds };
  throw toSpent(limit, { ...state, resetSeconds: secondsLeft(limit) });
}

/** About how many tokens the caller gets. */
function tokensOf({ error, data, tokens, successful }: Outcome, { meter }: ExecutionFacts): number {
  const toPart = successful ? meter?.toPart : undefined;
  return toPart ? aboutTokens({ error, data: toPart(data) }) : (tokens ?? aboutTokens({ error, data }));
}

/** Counts an answer for the budgets that let its call pass. Without the database, it is not counted. */
export async function spendTokens(
  projectId: string,
  { budgets = [], requestId }: Trace,
  outcome: Outcome,
  facts: ExecutionFacts,
): Promise<void> {
  if (budgets.length === 0) return;
  const tokens = tokensOf(outcome, facts);
  try {
    for (const limit of budgets) {
      const sum = await addUse(subjectOf(projectId, limit), limit.seconds, tokens);
      if (sum >= limit.amount * WARN_AT) await warnOfBudget({ projectId, requestId }, limit, sum);
    }
  } catch (error) {
    log.error({ ...background("budgets"), requestId }, "tokens could not be counted", { projectId, error });
  }
}
