/** Expires a connection: the provider no longer accepts it, and only its owner can renew it. */
import type { Db } from "@/lib/kernel/database/db";
import type { EventActor } from "../contract";
import { moveAccount } from "./move-account";

type Ending = { reason: string; by: EventActor; data?: Parameters<typeof moveAccount>[3]["data"] };

/**
 * Makes an account EXPIRED, with an event in its history: the only source of `connected_account.expired`. Whoever is to
 * be notified is notified in this transaction. Not for accounts whose connection was never finished.
 * @returns whether the account worked until now
 */
export const expireAccount = (
  tx: Pick<Db, "connectedAccount" | "$executeRaw" | "$executeRawUnsafe" | "$queryRawUnsafe">,
  projectId: string,
  id: string,
  ending: Ending,
): Promise<boolean> => moveAccount(tx, projectId, id, { ...ending, to: "EXPIRED", from: ["ACTIVE", "INACTIVE"] });
