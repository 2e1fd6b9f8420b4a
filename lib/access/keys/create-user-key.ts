/** Keys of members, for command lines of theirs: creates, lists and revokes them. */
import type { z } from "zod";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { newKey } from "./new-key";
import { MAX_USER_KEYS, type userKeysApi } from "./user-keys.contract";
import { lockAs, type Manager } from "../people/lock-organization";
import { holdSignIn } from "../sign-in/sign-in-rows";

export const USER_KEY_PREFIX = "uak_";
const KIND = "user";

const SHOWN_FIELDS = {
  id: true,
  name: true,
  prefix: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedFrom: true,
} as const;

type UserKey = {
  id: string;
  name: string;
  prefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
};

const toWorking = ({ organizationId, userId }: Manager) => ({
  ...{ organizationId, userId, kind: KIND, revokedAt: null },
  OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
});

const tooMany = () =>
  new ApiError("Conflict", `You have ${MAX_USER_KEYS} keys in this organization, which is the maximum.`, {
    suggestedFix: "Revoke one that is no longer needed.",
    headers: { "x-should-retry": "false" },
  });

export type NewUserKey = { name: string; expiresInDays?: number | undefined };

/**
 * Creates a key of a member, inside the caller's transaction. Only the response contains its text: the row contains its
 * SHA-256.
 * @throws ApiError NotFound for a person who is no longer a member, Conflict if the member has too many keys
 */
export async function createUserKeyIn(
  tx: Db,
  member: Manager,
  { name, expiresInDays }: NewUserKey,
): Promise<UserKey & { key: string }> {
  // The removal of the member waits, and then revokes the key.
  await lockAs(tx, member);
  if ((await tx.apiKey.count({ where: toWorking(member) })) >= MAX_USER_KEYS) throw tooMany();
  const key = newKey(USER_KEY_PREFIX);
  const row = await tx.apiKey.create({
    data: {
      ...{ id: newId("apiKeyRow"), kind: KIND, name, createdBy: member.userId, createdAt: now() },
      ...{ organizationId: member.organizationId, userId: member.userId },
      prefix: key.slice(0, 9),
      hash: hashToken(key),
      expiresAt: expiresInDays === undefined ? null : inSeconds(expiresInDays * 86_400),
    },
    select: SHOWN_FIELDS,
  });
  return { ...row, key };
}

/**
 * As `createUserKeyIn`, in a transaction of its own.
 * @throws ApiError also Unauthorized if the sign-in of the person has ended
 */
export const createUserKey = (
  { sessionId, ...member }: Manager & { sessionId?: string },
  key: NewUserKey,
): Promise<UserKey & { key: string }> =>
  db.$transaction(async (tx) => {
    const row = await createUserKeyIn(tx, member, key);
    // After the lock of the organization, as in the removal of a member.
    if (sessionId !== undefined) await holdSignIn(tx, sessionId);
    return row;
  });

/** The working keys of a member, newest first. */
export const findUserKeys = (member: Manager): Promise<UserKey[]> =>
  db.apiKey.findMany({
    where: toWorking(member),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_USER_KEYS,
    select: SHOWN_FIELDS,
  });

type KeysOf = { userId: string; organizationId?: string };

/** Revokes keys of a person, in every copy of the app; returns the time. */
async function revokeKeysIn(tx: Db, keysOf: KeysOf, id?: string): Promise<{ revokedAt: Date; count: number }> {
  const revokedAt = now();
  const keys = await tx.apiKey.updateManyAndReturn({
    where: { ...keysOf, kind: KIND, revokedAt: null, ...(id !== undefined && { id }) },
    data: { revokedAt },
    select: { hash: true },
  });
  for (const { hash } of keys) await announceChange(tx, { kind: "key", id: hash });
  return { revokedAt, count: keys.length };
}

/** Revokes every key that a member has in the organization; without an organization, in all of them. */
export async function endUserKeysOf(tx: Db, keysOf: KeysOf): Promise<void> {
  await revokeKeysIn(tx, keysOf);
}

/** @throws ApiError NotFound for a key that is revoked, unknown or another person's */
export async function revokeUserKey(member: Manager, id: string): Promise<Date> {
  const { revokedAt, count } = await db.$transaction((tx) => revokeKeysIn(tx, member, id));
  if (count > 0) return revokedAt;
  throw new ApiError("NotFound", `You have no working key ${id.slice(0, 40)} in this organization.`, {
    suggestedFix: "List your keys with GET /api/v3/internal/patchbay/profile/api_keys.",
  });
}

type WireKey = z.output<(typeof userKeysApi)["listUserKeys"]["response"]>["items"][number];

/** The key as the API returns it. */
export const toWireUserKey = (key: UserKey): WireKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt && { expires_at: key.expiresAt.toISOString() }),
  ...(key.lastUsedAt && { last_used_at: key.lastUsedAt.toISOString() }),
  ...(key.lastUsedFrom && { last_used_from: key.lastUsedFrom }),
});
