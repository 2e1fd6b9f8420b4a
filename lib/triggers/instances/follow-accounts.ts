/**
 * Triggers follow their accounts: they rest while the account cannot be used, and go on when it can. Looked at each
 * minute, whatever changed the account and however (docs/decisions/0017).
 */
import { findUsability, type Usability } from "@/lib/connected-accounts/accounts/usability";
import { db } from "@/lib/kernel/database/db";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { isPolled } from "./is-polled";
import { disableFor, forgetTrigger } from "./switch-trigger";
import type { Trigger } from "./require-trigger";
import { enableIn } from "./upsert-trigger";

const BATCH = 500;

type Move = "rest" | "go on" | "delete";

/** The change that a trigger needs; undefined if it needs none. */
export function moveOf(
  { disabledAt, disabledReason }: Pick<Trigger, "disabledAt" | "disabledReason">,
  account: Usability | undefined,
): Move | undefined {
  if (!account) return "delete";
  if (!disabledAt) return account.usable ? undefined : "rest";
  if (!account.usable || disabledReason === null) return undefined;
  if (disabledReason === "connection_expired") return "go on";
  // The provider refused an account that looked well: only a new consent changes that.
  const isRenewed = account.activeSince !== null && account.activeSince > disabledAt;
  return disabledReason === "subscription_auth_failure" && isRenewed ? "go on" : undefined;
}

async function apply(trigger: Trigger, move: Move): Promise<void> {
  const polled = move === "go on" && (await isPolled(trigger));
  await db.$transaction(async (tx) => {
    // Without its account nobody can be asked to take the hook away.
    if (move === "delete") await forgetTrigger(tx, { ...trigger, hookId: null });
    else if (move === "rest") await disableFor(tx, trigger, "connection_expired", null);
    else await enableIn(tx, trigger, polled);
  });
}

/** Looks at the triggers of all projects, in the order of their ids. */
export async function followAccounts(_: unknown, on: Origin): Promise<void> {
  let moved = 0;
  for (let after = ""; ; ) {
    const triggers = await db.triggerInstance.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const states = await findUsability(triggers.map(({ projectId, accountId }) => ({ projectId, id: accountId })));
    for (const trigger of triggers) {
      const move = moveOf(trigger, states.get(trigger.accountId));
      if (!move) continue;
      try {
        await apply(trigger, move);
        moved++;
      } catch (error) {
        // One that was changed or deleted meanwhile, or cannot be moved, holds up no other; the next look is in a
        // minute.
        if (error instanceof DatabaseUnavailable) throw error;
        log.warn(on, "a trigger could not follow its account", { trigger: trigger.id, error });
      }
    }
    after = triggers.at(-1)?.id ?? "";
    if (triggers.length < BATCH) break;
  }
  if (moved > 0) log.info(on, "triggers followed their accounts", { total: moved });
}
