/** The name of a new connection's account at the provider, for the page on which the connection ends. */
import { setTimeout } from "node:timers/promises";
import { db } from "@/lib/kernel/database/db";
import { isQueued } from "@/lib/kernel/jobs/queue";
import { now } from "@/lib/kernel/time/clock";
import type { ConnectedAccount } from "../accounts/accounts";
import { openCurrentUser } from "../current-user";
import { ASK_WHO } from "../proof/check-account";

/** The provider is asked by a job right after the consent; the page looks for it this often, and no longer. */
const WAITS = 9;
const WAIT_MS = 200;
/** A page that is opened later does not wait: by then the job has run. */
const FRESH_MS = 10_000;

type Account = Pick<ConnectedAccount, "id" | "projectId" | "currentUser" | "updatedAt">;

/** The email address, the name or the ID, whichever is known. */
export async function findOwnerName({ id, projectId, currentUser, updatedAt }: Account): Promise<string | undefined> {
  let sealed = currentUser;
  let isAsked = now().getTime() - updatedAt.getTime() < FRESH_MS;
  for (let wait = 0; isAsked && sealed === null && wait < WAITS; wait++) {
    if (wait > 0) await setTimeout(WAIT_MS);
    // Read before the row: a job that is done has stored the name.
    isAsked = await isQueued(ASK_WHO, id);
    const row = await db.connectedAccount.findFirst({ where: { projectId, id }, select: { currentUser: true } });
    sealed = row?.currentUser ?? null;
  }
  const owner = openCurrentUser(projectId, id, sealed);
  return owner?.email ?? owner?.name ?? owner?.id;
}
