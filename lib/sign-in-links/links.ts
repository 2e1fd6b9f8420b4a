/**
 * Links that sign an end user in: a program of the project makes one, a click in a browser uses it up, and the
 * browser's cookie stands for the user of the project for an hour. Link and cookie are stored as hashes.
 */
import { hasControls } from "@/lib/contract/texts";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import { isUrl } from "@/lib/kernel/text/is-url";
import { inSeconds, now } from "@/lib/kernel/time/clock";

const LINK = "sit_";
const BROWSER = "sib_";
/** How long a browser stays signed in. */
const BROWSER_SECONDS = 3600;
/** The cookie lives longer than the sign-in, so that pages can explain that it has ended. */
export const COOKIE_SECONDS = 86_400;
const MAX_LENGTH = 100;

/** The pages of this server to which a link can lead by name. */
export const DESTINATIONS = { connections: "/my/connections", approvals: "/my/approvals" } as const;
export type Destination = keyof typeof DESTINATIONS;

/**
 * The path of a page of this server.
 * @throws ApiError BadRequest for an address of anybody else
 */
function readReturnTo(input: string): string {
  const publicUrl = new URL(env().publicUrl);
  const url = isUrl(input, publicUrl.href) && !hasControls(input) ? new URL(input, publicUrl.href) : null;
  // A path that begins with two slashes leads to another host.
  const isOwn = url?.origin === publicUrl.origin && !url.username && !url.password && !url.pathname.startsWith("//");
  if (isOwn) return url.pathname + url.search;
  const message = "return_to: must be a page of this server.";
  throw new ApiError("BadRequest", message, {
    errors: [message],
    suggestedFix: `Send back what your sign-in address was given; it begins with ${publicUrl.origin}/.`,
  });
}

export type NewLink = {
  userId: string;
  returnTo?: string | undefined;
  destination?: Destination | undefined;
  createdBy: string;
  seconds: number;
};

function placeOf({ returnTo, destination }: Pick<NewLink, "returnTo" | "destination">): string | null {
  if (destination === undefined) return returnTo === undefined ? null : readReturnTo(returnTo);
  if (returnTo === undefined) return DESTINATIONS[destination];
  const message = "return_to: must be left out where destination is given.";
  throw new ApiError("BadRequest", message, { errors: [message], suggestedFix: "Send one of both." });
}

/**
 * Makes a link. Only the response contains its address.
 * @throws ApiError BadRequest for a return_to at another server, or together with a destination
 */
export async function createLink(
  projectId: string,
  { userId, createdBy, seconds, ...place }: NewLink,
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const token = newToken(LINK);
  const { id, expiresAt } = await db.signInLink.create({
    data: {
      id: newId("signInLink"),
      projectId,
      userId,
      hash: hashToken(token),
      returnTo: placeOf(place),
      createdBy,
      createdAt: now(),
      expiresAt: inSeconds(seconds),
    },
  });
  return { id, url: `${env().publicUrl}/sign-in/${token}`, expiresAt };
}

export type OpenedLink =
  | { state: "ready"; projectId: string; userId: string; returnTo: string | null }
  | { state: "used"; projectId: string; userId: string; returnTo: string | null }
  | { state: "expired"; projectId: string }
  | { state: "unknown" };

/** What the page of a link shows; the link stays as it is, because programs look at links in messages, too. */
export async function openLink(token: string): Promise<OpenedLink> {
  if (token.length > MAX_LENGTH) return { state: "unknown" };
  const row = await db.signInLink.findFirst({ where: { hash: hashToken(token) } });
  if (!row) return { state: "unknown" };
  const { projectId, userId, returnTo } = row;
  if (row.usedAt) return { state: "used", projectId, userId, returnTo };
  if (row.expiresAt <= now()) return { state: "expired", projectId };
  return { state: "ready", projectId, userId, returnTo };
}

const USE = statement({
  name: "sign-in-links.use",
  text: `UPDATE sign_in_link SET used_at = $2, browser_hash = $3, browser_expires_at = $4
    WHERE hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING id`,
  columns: { id: "text" },
});

/** Uses a link up. @returns the value of the browser's cookie; null for a link that was used or has expired */
export async function consumeLink(token: string): Promise<string | null> {
  const browser = newToken(BROWSER);
  const rows = await rowsOf(USE, [hashToken(token), now(), hashToken(browser), inSeconds(BROWSER_SECONDS)]);
  return rows.length > 0 ? browser : null;
}

export type EndUser = { projectId: string; userId: string };

/** The user of a browser's cookie. `over`: the hour has passed, or the user signed out. */
export async function findSignedIn(
  cookie: string | null,
): Promise<(EndUser & { until: Date | null; over: boolean }) | null> {
  if (!cookie?.startsWith(BROWSER) || cookie.length > MAX_LENGTH) return null;
  const row = await db.signInLink.findFirst({
    where: { browserHash: hashToken(cookie), project: { deletedAt: null } },
    select: { projectId: true, userId: true, browserExpiresAt: true },
  });
  if (!row) return null;
  const { browserExpiresAt: until, ...endUser } = row;
  return { ...endUser, until, over: until === null || until <= now() };
}

/** The end user whom a browser's cookie stands for. */
export async function findEndUser(cookie: string | null): Promise<EndUser | null> {
  const visitor = await findSignedIn(cookie);
  return visitor && !visitor.over ? { projectId: visitor.projectId, userId: visitor.userId } : null;
}

/** Ends what a browser's cookie stands for. */
export async function signOut(projectId: string, cookie: string): Promise<void> {
  await db.signInLink.updateMany({
    where: { projectId, browserHash: hashToken(cookie), browserExpiresAt: { gt: now() } },
    data: { browserExpiresAt: now() },
  });
}

const PAST = batchDelete("sign_in_link", "expires_at <= $1 AND coalesce(browser_expires_at, expires_at) <= $1");

/** Deletes rows of links a day after they stopped working, so that their pages can explain why. */
export async function pruneLinks(): Promise<void> {
  await deleteInBatches(PAST, [inSeconds(-86_400)]);
}
