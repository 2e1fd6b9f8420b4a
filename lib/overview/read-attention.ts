/** Counts what waits for a person in a project. */
import type { z } from "zod";
import { countStoppedAccounts } from "@/lib/connected-accounts/accounts/count-stopped-accounts";
import { countWaiting } from "@/lib/sessions/approvals/list-calls";
import { countFailingTriggers } from "@/lib/triggers/instances/count-failing-triggers";
import { countDisabledSubscriptions } from "@/lib/webhooks/subscriptions/count-disabled-subscriptions";
import type { overviewApi } from "./contract";

export async function readAttention(projectId: string): Promise<z.input<typeof overviewApi.getAttention.response>> {
  const [approvals, accounts, triggers, receivers] = await Promise.all([
    countWaiting(projectId),
    countStoppedAccounts(projectId),
    countFailingTriggers(projectId),
    countDisabledSubscriptions(projectId),
  ]);
  return { approvals, accounts, triggers, receivers };
}
