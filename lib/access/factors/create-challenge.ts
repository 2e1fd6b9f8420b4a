/** Challenges of passkeys: each is stored, and counts once, within five minutes. */
import { randomBytes } from "node:crypto";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { hashToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import { inSeconds, now } from "@/lib/kernel/time/clock";

const SECONDS = 300;

/** The site of the passkeys: its name, and the origin of its pages. */
export function passkeySite(): { id: string; origin: string } {
  const { hostname, origin } = new URL(env().publicUrl);
  return { id: hostname, origin };
}

/**
 * Makes a challenge.
 * @param userId who adds a passkey; null for a sign-in, whose person is not known yet
 */
export async function createChallenge(userId: string | null): Promise<Buffer<ArrayBuffer>> {
  const challenge = Buffer.from(randomBytes(32));
  const hash = hashToken(challenge.toString("base64url"));
  await db.passkeyChallenge.create({ data: { hash, userId, expiresAt: inSeconds(SECONDS) } });
  return challenge;
}

/** Uses a challenge up, whether its answer is right or not; false for one that is unknown, used or expired. */
export async function useUpChallenge(challenge: string, userId: string | null): Promise<boolean> {
  const { count } = await db.passkeyChallenge.deleteMany({
    where: { hash: hashToken(challenge), userId, expiresAt: { gt: now() } },
  });
  return count === 1;
}

const PAST = batchDelete("passkey_challenge", "expires_at <= $1");

/** Deletes challenges without an answer. */
export async function pruneChallenges(): Promise<void> {
  await deleteInBatches(PAST, [now()]);
}
