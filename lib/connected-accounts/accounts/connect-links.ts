/** Links to the hosted connect page: creates, finds and uses them; each works once. */
import type { LinkSession } from "@/generated/prisma/client";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { hashToken, newToken } from "@/lib/kernel/ids";

/** How long a link works in a project that has not chosen. */
const USUAL_MINUTES = 10;
const PREFIX = "ln_";

/** `page` shows the connect page; `redirect` goes straight to the provider. */
export type LinkMode = "page" | "redirect";

/** A new link, not yet stored. Its URL is sealed into the account that is created with it. */
export type NewLink = {
  token: string;
  url: string;
  mode: LinkMode;
  openerOrigin: string | null;
  /** The page of this server where the person begins and goes back to. */
  returnTo?: string | undefined;
  expiresAt: Date;
};

/**
 * @param minutes how long it works, as the project has chosen
 * @param openerOrigin the only origin that may open the link as a popup and get the result; null: that of the callback
 * URL
 */
export function newLink(mode: LinkMode, minutes: number = USUAL_MINUTES, openerOrigin: string | null = null): NewLink {
  const token = newToken(PREFIX);
  return { token, url: `${env().publicUrl}/connect/${token}`, mode, openerOrigin, expiresAt: inSeconds(minutes * 60) };
}

/** Stores a link as a hash, inside the transaction that creates or changes its account. */
export async function storeLink(
  tx: Pick<Db, "linkSession">,
  projectId: string,
  accountId: string,
  link: NewLink,
): Promise<void> {
  await tx.linkSession.create({
    data: {
      hash: hashToken(link.token),
      projectId,
      accountId,
      mode: link.mode,
      openerOrigin: link.openerOrigin,
      returnTo: link.returnTo ?? null,
      createdAt: now(),
      expiresAt: link.expiresAt,
    },
  });
}

/** Until when the newest link of an account works; null where none does. */
export async function linkEnd(projectId: string, accountId: string): Promise<Date | null> {
  const open = await db.linkSession.findFirst({
    where: { projectId, accountId, usedAt: null, expiresAt: { gt: now() } },
    orderBy: { expiresAt: "desc" },
    select: { expiresAt: true },
  });
  return open?.expiresAt ?? null;
}

export type LinkRow = LinkSession;
export type FoundLink =
  | { link: LinkRow }
  | { problem: "unknown" }
  | { problem: "expired" | "used"; projectId: string; link: LinkRow };

const findRow = async (token: string): Promise<LinkSession | null> =>
  token.startsWith(PREFIX) && token.length < 100
    ? db.linkSession.findUnique({ where: { hash: hashToken(token) } })
    : null;

/** Finds a link without using it up: mail scanners open links before people do. */
export async function findLink(token: string): Promise<FoundLink> {
  const link = await findRow(token);
  if (!link) return { problem: "unknown" };
  if (link.usedAt) return { problem: "used", projectId: link.projectId, link };
  if (link.expiresAt <= now()) return { problem: "expired", projectId: link.projectId, link };
  return { link };
}

/** Whether a link works at this moment: it can have ended since it was opened. */
export const isOpen = async ({ projectId, hash }: Pick<LinkSession, "projectId" | "hash">): Promise<boolean> =>
  (await db.linkSession.count({ where: { projectId, hash, usedAt: null, expiresAt: { gt: now() } } })) > 0;

/** Uses a link up, and forgets what was typed into its page; false if it was used already or has expired. */
export async function useLink(tx: Pick<Db, "linkSession">, { hash }: Pick<LinkSession, "hash">): Promise<boolean> {
  const { count } = await tx.linkSession.updateMany({
    where: { hash, usedAt: null, expiresAt: { gt: now() } },
    data: { usedAt: now(), answer: null },
  });
  return count === 1;
}

/**
 * The link of an address or a token, in any state; null if no link has this address, or if it belongs to another
 * account.
 */
export async function findLinkAt(
  projectId: string,
  accountId: string,
  url: string,
): Promise<{ link: LinkRow; token: string } | null> {
  const token = url.split("/").at(-1) ?? "";
  const link = await findRow(token);
  return link?.projectId === projectId && link.accountId === accountId ? { link, token } : null;
}

/** How often credentials may be proven through one link: enough for mistakes, too few to try out keys of others. */
const MAX_PROOFS = 10;

/** Counts a proof; false if the link has reached its limit of proofs, or no longer works. */
export async function countLinkProof({ hash }: Pick<LinkSession, "hash">): Promise<boolean> {
  const { count } = await db.linkSession.updateMany({
    where: { hash, usedAt: null, expiresAt: { gt: now() }, proofs: { lt: MAX_PROOFS } },
    data: { proofs: { increment: 1 } },
  });
  return count === 1;
}

/** Ends all open links, consents and waiting callbacks of an account, because it is connected now. */
export async function endOpenWays(
  tx: Pick<Db, "linkSession" | "oauthState" | "callbackSession">,
  projectId: string,
  accountId: string,
): Promise<void> {
  const open = { projectId, accountId, usedAt: null };
  await tx.linkSession.updateMany({ where: open, data: { usedAt: now(), answer: null } });
  await tx.oauthState.updateMany({ where: open, data: { usedAt: now() } });
  await tx.callbackSession.deleteMany({ where: { projectId, accountId } });
}
