/** The end of a connection that worked: the provider accepts it no more, and only its owner can bring it back. */
import type { Db } from "@/lib/kernel/database/db";
import type { EventActor } from "../contract";
import { moveAccount } from "./status";

type Ending = { reason: string; by: EventActor; data?: Parameters<typeof moveAccount>[3]["data"] };

/**
 * Makes an account EXPIRED, with the step in its history: the one place where `connected_account.expired` happens.
 * Whoever is told of it is told in this transaction. Accounts that nobody ever finished do not come here.
 * @returns whether the account worked until now
 */
export const expireAccount = (
  tx: Pick<Db, "connectedAccount" | "$executeRawUnsafe">,
  projectId: string,
  id: string,
  ending: Ending,
): Promise<boolean> => moveAccount(tx, projectId, id, { ...ending, to: "EXPIRED", from: ["ACTIVE", "INACTIVE"] });
