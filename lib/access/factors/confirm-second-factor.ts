/** The authenticator app of a person: set up, confirmed, replaced and turned off. */
import type { z } from "zod";
import encodeQR from "qr";
import type { UserCaller } from "../caller";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import { countFailures, dayFactorTry, recordSuccess, sessionFactorTry, takeTry } from "../sign-in/sign-in-tries";
import type { factorsApi } from "./contract";
import { beginSecondStep } from "./begin-second-step";
import { assertMayGoWithout } from "./set-second-step-rule";
import { deleteSecondFactor } from "./delete-second-factor";
import { hasApp, hasFactor, secretContext, wrongCode } from "./prove-factor";
import { proveInSession } from "./prove-in-session";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";
import { findStep, newSecret, toOtpauthUrl } from "./find-step";

type Wire<Name extends keyof typeof factorsApi> = z.input<(typeof factorsApi)[Name]["response"]>;

/** Whether a person has a second factor, and how many recovery codes are left. */
export async function readSecondFactor(userId: string): Promise<Wire<"getSecondFactor">> {
  const [factor, passkeys] = await Promise.all([
    db.secondFactor.findFirst({ where: { userId, secret: { not: null } }, select: { confirmedAt: true } }),
    db.passkey.count({ where: { userId } }),
  ]);
  const hasAny = factor !== null || passkeys > 0;
  return {
    enabled: factor !== null,
    passkeys,
    ...(factor?.confirmedAt && { confirmed_at: factor.confirmedAt.toISOString() }),
    recovery_codes_left: hasAny ? await countRecoveryCodes(userId) : 0,
    wrong_codes: hasAny ? await countFailures(dayFactorTry(userId)) : 0,
  };
}

/** The name that apps show: several servers can be in one app. */
const issuer = (): string => `Patchbay (${new URL(env().publicUrl).host})`;

/**
 * Makes the secret of an app, which counts after its first code. An app that is set up works until then.
 * @param code of the app that is set up; a stolen session must not replace it
 * @throws ApiError as `proveFactor`
 */
export async function startSecondFactor(
  caller: UserCaller,
  code: string | undefined,
  address: string | undefined,
): Promise<Wire<"startSecondFactor">> {
  const { userId } = caller;
  // A person with passkeys alone has just proven themselves by one: the operation needs a fresh sign-in.
  if (await hasApp(userId)) await proveInSession(caller, code ?? "", address);
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const secret = newSecret();
  const nextSecret = seal(secret, secretContext(userId, "next_secret"));
  await db.secondFactor.upsert({
    where: { userId },
    create: { userId, nextSecret, createdAt: now() },
    update: { nextSecret, createdAt: now() },
  });
  const url = toOtpauthUrl(secret, email, issuer());
  return { secret, url, qr_svg: encodeQR(url, "svg", { border: 2 }) };
}

/** A set-up that its owner left open must not be finished by the next person at the screen. */
const SETUP_MS = 15 * 60_000;

const notStarted = () =>
  new ApiError("Conflict", "No authenticator app is being set up.", {
    suggestedFix: "Start again: the secret was replaced, or is older than 15 minutes.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Turns the second step on with the first code of the app. Sign-ins on other devices stay.
 * @returns the recovery codes, in place of earlier codes
 * @throws ApiError Unprocessable for a wrong code; TooManyRequests after too many of them; Conflict without a start
 */
export async function confirmSecondFactor(
  caller: UserCaller,
  typed: string,
  address: string | undefined,
): Promise<Wire<"confirmSecondFactor">> {
  const { userId } = caller;
  const attempt = sessionFactorTry(userId, address);
  await takeTry(attempt);
  const createdAt = { gt: new Date(now().getTime() - SETUP_MS) };
  const factor = await db.secondFactor.findFirst({
    where: { userId, createdAt },
    select: { nextSecret: true, secret: true },
  });
  if (!factor?.nextSecret) throw notStarted();
  const { nextSecret } = factor;
  const wasOn = await hasFactor(userId);
  const secret = open(nextSecret, secretContext(userId, "next_secret"));
  const step = findStep(secret, typed.replace(/\s/g, ""), now());
  if (step === null) throw wrongCode();
  await recordSuccess(attempt);
  return db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, nextSecret },
      // The first code does not open a second step as well.
      data: {
        secret: seal(secret, secretContext(userId, "secret")),
        nextSecret: null,
        lastStep: step,
        confirmedAt: now(),
      },
    });
    if (count !== 1) throw notStarted();
    await beginSecondStep(tx, caller, wasOn);
    return { recovery_codes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** @throws ApiError as `proveFactor` */
export async function renewRecoveryCodes(
  caller: UserCaller,
  code: string,
  address: string | undefined,
): Promise<Wire<"renewRecoveryCodes">> {
  await proveInSession(caller, code, address);
  return { recovery_codes: await db.$transaction((tx) => replaceRecoveryCodes(tx, caller.userId)) };
}

/** @throws ApiError as `proveFactor` */
export async function turnOffSecondFactor(
  caller: UserCaller,
  code: string,
  address: string | undefined,
): Promise<void> {
  await proveInSession(caller, code, address);
  const { userId } = caller;
  await db.$transaction(async (tx) => {
    await tx.secondFactor.deleteMany({ where: { userId } });
    if (await hasFactor(userId, tx)) return;
    await assertMayGoWithout(tx, userId);
    await deleteSecondFactor(tx, userId);
  });
}
