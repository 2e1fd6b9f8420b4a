/** Records why a hook could not be made, and has hooks taken away that are no longer needed. */
import { MissingValue } from "@/lib/catalog/event-value";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { env } from "@/lib/kernel/process/env";
import { cutText } from "@/lib/kernel/text/storable";
import { inSeconds } from "@/lib/kernel/time/clock";
import { configOf, type Trigger } from "../instances/require-trigger";
import { REMOVE_HOOK, type RemovedHook } from "../provider/hooks";
import { ProviderRefusal } from "../provider/open-asking";
import { hookPauseOf } from "./plan-hook-renewal";

const MAX_WORDS = 500;

/** Has a hook taken away that another one replaced, or whose trigger is gone. */
export const removeLater = (tx: Db, trigger: Trigger, hookId: string, facts: unknown): Promise<void> => {
  const { projectId, slug, version, accountId } = trigger;
  const removed: RemovedHook = { projectId, slug, version, accountId, hookId, facts, config: configOf(trigger) };
  return enqueue(tx, REMOVE_HOOK, removed);
};

/** The server's own words for what keeps a hook from being made; undefined for errors that are no such reason. */
export function toReason(error: unknown, words: (text: string) => string): string | undefined {
  if (error instanceof ProviderRefusal) return `The provider returned ${words(error.message)}`;
  if (error instanceof OutboundError || error instanceof ApiError) return words(error.message);
  return error instanceof MissingValue ? `${error.way} has no value.` : undefined;
}

/** Records why there is no hook, and when it is tried again. The trigger is polled as without one. */
export async function recordHookFailure({ id, projectId, hookFailures }: Trigger, reason: string, seconds?: number) {
  const failures = hookFailures + 1;
  await db.triggerInstance.updateMany({
    where: { id, projectId, pollOnly: false },
    data: {
      ...{ hookFailures: failures, hookError: cutText(reason, MAX_WORDS), hookUrl: env().publicUrl },
      hookRenewAt: inSeconds(seconds ?? hookPauseOf(failures)),
    },
  });
}
