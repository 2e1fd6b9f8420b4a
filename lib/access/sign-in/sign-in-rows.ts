/**
 * Sessions of people: a row each, so that an end counts on the server whatever cookie a browser, or a thief, still has.
 */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db, type Db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { announceChange } from "../announce-change";
import { SIGN_IN_SECONDS } from "./sign-in-cookie";

/** The longest address is one of IPv6 with a zone. */
const MAX_ADDRESS = 100;

const LOCK_VERSION = statement({
  name: "access.lock-session-version",
  text: `SELECT session_version, (EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = app_user.id
      AND f.secret IS NOT NULL) OR EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = app_user.id)) AS has_factor
    FROM app_user WHERE id = $1 FOR SHARE`,
  columns: { session_version: "int4", has_factor: "bool" },
});

/** Locked, so that the end of the provider ends the session too, or keeps it from beginning. */
const LOCK_PROVIDER = statement({
  name: "access.lock-provider",
  text: "SELECT id FROM sso_provider WHERE id = $1 AND enabled FOR SHARE",
  columns: { id: "text" },
});

/** Where a person signs in: for the list of their sign-ins. */
export type SignInClient = { device: string | null; address: string | undefined };

type SignInFacts = {
  /** Whether the second step was passed, for a person who has one. */
  isFactorProven?: boolean;
  /** When the person proved themselves; the beginning of the session if nothing else is known. */
  provenAt?: Date | undefined;
  client?: SignInClient | undefined;
  /** The organization's provider by which the person came: the session opens that organization alone. */
  providerId?: string | null;
};

/**
 * Begins a session of a person whose credentials were checked when their number was `sessionVersion`.
 * @returns its id, which the cookie's token carries; null if the password was replaced meanwhile, the account was
 *   deleted, the second step is missing, or the provider has ended
 */
export async function startSignIn(
  userId: string,
  sessionVersion: number,
  { isFactorProven = false, provenAt, client, providerId = null }: SignInFacts = {},
): Promise<string | null> {
  return db.$transaction(async (tx) => {
    // Locked, so that a replaced password ends this session too or keeps it from beginning.
    const [user] = await rowsIn(tx, LOCK_VERSION, [userId]);
    if (user?.session_version !== sessionVersion) return null;
    // Every way to sign in ends here, so no way leaves the second step out.
    if (user.has_factor && !isFactorProven) return null;
    if (providerId !== null && (await rowsIn(tx, LOCK_PROVIDER, [providerId])).length === 0) return null;
    const { id } = await tx.userSession.create({
      data: {
        ...{ id: newId("session"), userId, createdAt: now(), expiresAt: inSeconds(SIGN_IN_SECONDS) },
        ...{ provenAt: provenAt ?? null, providerId },
        ...{ device: client?.device ?? null, address: client?.address?.slice(0, MAX_ADDRESS) ?? null },
      },
      select: { id: true },
    });
    return id;
  });
}

const HOLD = statement({
  name: "access.hold-session",
  text: "SELECT id FROM user_session WHERE id = $1 AND expires_at > $2 FOR SHARE",
  columns: { id: "text" },
});

/**
 * Checks again, inside a transaction, that a session goes on. Its end waits for the transaction, and then ends what was
 * created with it.
 * @throws ApiError Unauthorized
 */
export async function holdSignIn(tx: Db, id: string): Promise<void> {
  if ((await rowsIn(tx, HOLD, [id, now()])).length > 0) return;
  throw new ApiError("Unauthorized", "Your sign-in has ended.", { suggestedFix: "Sign in again at /login." });
}

/** Ends one session, in every copy of the app. */
export async function endSignIn(id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.userSession.deleteMany({ where: { id } });
    await announceChange(tx, { kind: "session", id });
  });
}

/**
 * Ends every session of a person.
 * @returns the person's new `sessionVersion`: only sessions with this number can begin from now on
 */
export async function endSignInsOf(tx: Db, userId: string): Promise<number> {
  const { sessionVersion } = await tx.user.update({
    where: { id: userId },
    data: { sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  });
  await tx.userSession.deleteMany({ where: { userId } });
  await announceChange(tx, "callers");
  return sessionVersion;
}

const PAST = batchDelete("user_session", "expires_at <= $1");

/** Deletes the rows of expired sessions. */
export async function pruneSignIns(): Promise<void> {
  await deleteInBatches(PAST, [now()]);
}
