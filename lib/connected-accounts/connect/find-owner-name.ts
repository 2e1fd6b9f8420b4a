/** The name of a new connection's account at the provider, for the page on which the connection ends. */
import { setTimeout } from "node:timers/promises";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import type { ConnectedAccount } from "../accounts/accounts";
import { openCurrentUser } from "../current-user";

/** The provider is asked by a job right after the consent; the page waits for it this often, and no longer. */
const WAITS = 8;
const WAIT_MS = 200;
/** A page that is opened later does not wait: by then the job has run. */
const FRESH_MS = 10_000;

type Account = Pick<ConnectedAccount, "id" | "projectId" | "currentUser" | "updatedAt">;

/** The email address, the name or the ID, whichever is known. */
export async function findOwnerName({ id, projectId, currentUser, updatedAt }: Account): Promise<string | undefined> {
  let sealed = currentUser;
  const isFresh = now().getTime() - updatedAt.getTime() < FRESH_MS;
  for (let wait = 0; isFresh && sealed === null && wait < WAITS; wait++) {
    await setTimeout(WAIT_MS);
    const row = await db.connectedAccount.findFirst({ where: { projectId, id }, select: { currentUser: true } });
    sealed = row?.currentUser ?? null;
  }
  const owner = openCurrentUser(projectId, id, sealed);
  return owner?.email ?? owner?.name ?? owner?.id;
}
