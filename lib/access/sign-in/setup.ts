/** Creates the first owner, by a one-time link that the server prints at start. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { createOwner, hasOwner, type NewOwner, type Owned } from "../people/owners";
import { hashPassword } from "./passwords";

const PURPOSE = "setup";
const LINK_SECONDS = 7 * 24 * 3600;

const LOCK = statement({
  name: "access.lock-setup",
  text: "SELECT pg_advisory_xact_lock(hashtext('patchbay.setup'))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** A lock, because several could create an owner at the same time: two starts, two people with the link, a script. */
export const lockSetup = (tx: Pick<Db, "$executeRawUnsafe">): Promise<number> => changeIn(tx, LOCK, []);

const linkClosed = () =>
  new ApiError("Gone", "This setup link no longer works: it was used, has expired, or was replaced by a newer one.", {
    suggestedFix:
      "Sign in if the server has an owner; otherwise start Patchbay again and open the link that it prints.",
  });

/**
 * The link that makes the first owner; null if there is an owner. Each call makes a new link and ends the previous
 * link, because only the token's hash is stored.
 */
export async function ensureSetupLink(): Promise<string | null> {
  if (await hasOwner()) return null;
  return db.$transaction(async (tx) => {
    await lockSetup(tx);
    if (await hasOwner(tx)) return null;
    const token = newToken("setup_");
    await tx.accessToken.deleteMany({ where: { purpose: PURPOSE, usedAt: null } });
    await tx.accessToken.create({
      data: { hash: hashToken(token), purpose: PURPOSE, createdAt: now(), expiresAt: inSeconds(LINK_SECONDS) },
    });
    return `${env().publicUrl}/setup?token=${token}`;
  });
}

/** Whether this token can make the first owner now. The result does not reveal the reason. */
export async function isSetupOpen(token: string): Promise<boolean> {
  const tokenCount = await db.accessToken.count({
    where: { hash: hashToken(token), purpose: PURPOSE, usedAt: null, expiresAt: { gt: now() } },
  });
  return tokenCount === 1 && !(await hasOwner());
}

export type Setup = Omit<NewOwner, "passwordHash"> & { token: string; password: string };

/**
 * Takes the token and makes the owner, the organization and the first project: all of it or nothing.
 * @throws ApiError Gone for a token that was used, replaced, expired or never made
 */
export async function completeSetup({ token, password, ...owner }: Setup): Promise<Owned> {
  // Hashing is expensive, so it comes after the check of the token.
  if (!(await isSetupOpen(token))) throw linkClosed();
  const passwordHash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await lockSetup(tx);
    if (await hasOwner(tx)) throw linkClosed();
    const updateResult = await tx.accessToken.updateMany({
      where: { hash: hashToken(token), purpose: PURPOSE, usedAt: null, expiresAt: { gt: now() } },
      data: { usedAt: now() },
    });
    if (updateResult.count !== 1) throw linkClosed();
    return createOwner(tx, { ...owner, passwordHash });
  });
}
