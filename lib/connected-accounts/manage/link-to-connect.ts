/**
 * Creates a link for somebody to connect a toolkit. A repeated request returns the link that still works, for the
 * account that already waits.
 */
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import { inSeconds } from "@/lib/kernel/time/clock";
import { openAccountValues } from "../account-values";
import { requireAccount, type ConnectedAccount } from "../accounts/accounts";
import { linkAgain, type LinkAgain } from "../connect/reconnect";
import type { AccountStatus } from "../contract";
import { PENDING_URL } from "../credentials/connection-values";
import { readCallbackUrl } from "../pages/callback-url";
import { createLink, type NewConnection } from "./begin-connection";

/** What a person needs at least to open the link and sign in. */
const NEEDED_SECONDS = 180;
const WAITING: AccountStatus[] = ["INITIALIZING", "INITIATED"];
/** Accounts that a new consent brings back, with their id. */
const BROKEN: AccountStatus[] = ["FAILED", "EXPIRED", "REVOKED"];

export type WayToConnect = {
  account: ConnectedAccount;
  url: string;
  token: string;
  /** Until when the link can be opened: one that was made before has less time left. */
  expiresAt: Date;
};

const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

const making = () => processMemory("connected-accounts.links", (): InFlight<WayToConnect> => shareInFlight());

type OpenLink = { url: string; expiresAt: Date };

async function stillOpen(projectId: string, account: ConnectedAccount): Promise<OpenLink | null> {
  const url = openAccountValues(projectId, account.id, account.credentials)[PENDING_URL];
  if (!url) return null;
  const hash = hashToken(tokenOf(url));
  const where = { projectId, accountId: account.id, hash, usedAt: null, expiresAt: { gt: inSeconds(NEEDED_SECONDS) } };
  const link = await db.linkSession.findFirst({ where, select: { expiresAt: true } });
  return link && { url, expiresAt: link.expiresAt };
}

/** A link with which an existing account is connected again; a working account continues to work until then. */
export async function reconnectLink(projectId: string, id: string, how: LinkAgain): Promise<WayToConnect> {
  const { url, token, expiresAt } = await linkAgain(projectId, id, how);
  return { account: await requireAccount(projectId, id), url, token, expiresAt };
}

async function findOrMake(projectId: string, input: NewConnection, another: boolean): Promise<WayToConnect> {
  const { userId, authConfigId, alias, callbackUrl, linkMinutes } = input;
  const account = await db.connectedAccount.findFirst({
    where: {
      projectId,
      userId,
      authConfigId,
      accountType: "PRIVATE",
      enabled: true,
      ...((alias || another) && { alias: alias || null }),
      status: { in: another ? WAITING : [...WAITING, ...BROKEN] },
    },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
  });
  if (!account) {
    const connection = await createLink(projectId, input);
    const { url, token, expiresAt } = connection.link;
    return { account: connection.account, url, token, expiresAt };
  }
  const isSame = account.callbackUrl === readCallbackUrl(callbackUrl);
  const open = isSame && WAITING.includes(account.status as AccountStatus) ? await stillOpen(projectId, account) : null;
  return open
    ? { account, ...open, token: tokenOf(open.url) }
    : reconnectLink(projectId, account.id, { redirectUrl: callbackUrl, linkMinutes });
}

/**
 * @param another whether an account in addition to the user's accounts is wanted; otherwise an account that stopped
 * working is connected again
 * @throws ApiError like `createLink`
 */
export const linkToConnect = (projectId: string, input: NewConnection, another = false): Promise<WayToConnect> =>
  making().run(
    JSON.stringify([projectId, input.authConfigId, input.userId, input.alias ?? "", input.callbackUrl ?? "", another]),
    () => findOrMake(projectId, input, another),
  );

export type LastAttempt = { id: string; toolkitSlug: string; status: AccountStatus; reason: string | null };

/** Per toolkit, the status of the user's last account that does not work. */
export async function findLastAttempts(
  projectId: string,
  userId: string,
  toolkitSlugs: readonly string[],
): Promise<ReadonlyMap<string, LastAttempt>> {
  const rows = await db.connectedAccount.findMany({
    where: { projectId, userId, toolkitSlug: { in: [...toolkitSlugs] }, status: { not: "ACTIVE" } },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    distinct: ["toolkitSlug"],
    select: { id: true, toolkitSlug: true, status: true, statusReason: true },
  });
  return new Map(
    rows.map(({ id, toolkitSlug, status, statusReason }) => [
      toolkitSlug,
      { id, toolkitSlug, status: status as AccountStatus, reason: statusReason },
    ]),
  );
}
