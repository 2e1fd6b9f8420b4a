/** The passkeys of a person: listed, added and deleted. */
import type { z } from "zod";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { UserCaller } from "../caller";
import { beginSecondStep } from "./begin-second-step";
import { deleteSecondFactor } from "./delete-second-factor";
import { createChallenge, passkeySite, useUpChallenge } from "./create-challenge";
import type { Attestation, passkeysApi } from "./passkeys.contract";
import { hasFactor } from "./prove-factor";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";
import { assertMayGoWithout } from "./set-second-step-rule";

type Wire<Name extends keyof typeof passkeysApi> = z.input<(typeof passkeysApi)[Name]["response"]>;

/** A person has a few devices; more would fill the table. */
export const MAX_PASSKEYS = 20;

type Row = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
const COLUMNS = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;

const toWire = ({ id, name, createdAt, lastUsedAt }: Row) => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
});

export async function listPasskeys(userId: string): Promise<Wire<"listPasskeys">> {
  const rows = await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" }, select: COLUMNS });
  return { items: rows.map(toWire) };
}

const tooMany = () =>
  new ApiError("Conflict", `You have ${MAX_PASSKEYS} passkeys, the most that an account can have.`, {
    suggestedFix: "Delete a passkey that you no longer use.",
    headers: { "x-should-retry": "false" },
  });

/** @throws ApiError Conflict for a person with the most passkeys that an account can have */
export async function beginPasskey(userId: string): Promise<Wire<"beginPasskey">> {
  const [{ email, name }, passkeys] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, name: true } }),
    db.passkey.findMany({ where: { userId }, select: { id: true } }),
  ]);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const { id: rpID } = passkeySite();
  const options = await generateRegistrationOptions({
    rpName: `Patchbay (${rpID})`,
    rpID,
    userName: email,
    userDisplayName: name ?? email,
    userID: new TextEncoder().encode(userId),
    challenge: await createChallenge(userId),
    excludeCredentials: passkeys,
    // Discoverable, so that it signs in without an email; with a PIN or a fingerprint, so that it counts as two steps.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: { ...options } };
}

const notAccepted = (cause?: unknown) =>
  new ApiError("Unprocessable", "This passkey was not accepted.", {
    suggestedFix: "Start again: the request of the browser expires after five minutes and works once.",
    cause,
  });

async function verify(userId: string, attestation: z.output<typeof Attestation>) {
  const { id: expectedRPID, origin: expectedOrigin } = passkeySite();
  const result = await verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} },
    expectedChallenge: (challenge) => useUpChallenge(challenge, userId),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw notAccepted(error);
  });
  if (!result.verified) throw notAccepted();
  return result.registrationInfo.credential;
}

/** One person at a time, so that two calls do not pass the limit together. */
async function store(
  tx: Db,
  userId: string,
  data: { id: string; name: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
) {
  await tx.user.update({ where: { id: userId }, data: { id: userId } });
  if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw tooMany();
  return tx.passkey.create({ data: { ...data, userId, createdAt: now() }, select: COLUMNS });
}

/**
 * Adds a passkey. The first second factor of a person gets recovery codes.
 * @throws ApiError Unprocessable for an answer to another challenge or site, or one without a PIN or fingerprint;
 *   Conflict for too many passkeys, and for one that exists
 */
export async function addPasskey(
  caller: UserCaller,
  name: string,
  attestation: z.output<typeof Attestation>,
): Promise<Wire<"createPasskey">> {
  const { userId } = caller;
  const { id, publicKey, counter } = await verify(userId, attestation);
  try {
    return await db.$transaction(async (tx) => {
      const wasOn = await hasFactor(userId, tx);
      const row = await store(tx, userId, { id, name, publicKey, counter });
      await beginSecondStep(tx, caller, wasOn);
      const needsCodes = !wasOn || (await countRecoveryCodes(userId, tx)) === 0;
      return { ...toWire(row), ...(needsCodes && { recovery_codes: await replaceRecoveryCodes(tx, userId) }) };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError("Conflict", "This passkey exists already.", { headers: { "x-should-retry": "false" } });
  }
}

/**
 * Deletes a passkey. The last second factor of a person takes the recovery codes along.
 * @returns its name
 * @throws ApiError NotFound for a passkey that is not the person's; Conflict for the last second factor of a person
 *   whose organization requires one
 */
export const deletePasskey = (userId: string, id: string): Promise<string> =>
  db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { id: userId } });
    const passkey = await tx.passkey.findFirst({ where: { id, userId }, select: { name: true } });
    if (!passkey) throw new ApiError("NotFound", "You have no such passkey.", { suggestedFix: "List your passkeys." });
    await tx.passkey.deleteMany({ where: { id, userId } });
    if (await hasFactor(userId, tx)) return passkey.name;
    await assertMayGoWithout(tx, userId);
    await deleteSecondFactor(tx, userId);
    return passkey.name;
  });
