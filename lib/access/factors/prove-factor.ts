/** Checks the code of a second step: of the authenticator app, or a recovery code. */
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { open } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import { recordSuccess, takeTry, type Try } from "../sign-in/sign-in-tries";
import { useUpRecoveryCode } from "./recovery-codes";
import { findStep } from "./find-step";

/** How the second step was passed. */
export type FactorProof = "totp" | "recovery_code";

/** Binds a sealed secret to its row and column. */
export const secretContext = (userId: string, column: "secret" | "next_secret") => ({
  projectId: "",
  rowId: userId,
  column: `second_factor.${column}`,
});

/** Typed with spaces, dashes or capital letters. */
const toCode = (typed: string): string => typed.replace(/[\s-]/g, "").toLowerCase();

export const wrongCode = () =>
  new ApiError("Unprocessable", "This code is wrong or was used before.", {
    suggestedFix: "Enter the code that your authenticator app shows now, or a recovery code that you have not used.",
    errors: ["code: is wrong or was used before"],
  });

const noFactor = () =>
  new ApiError("Conflict", "Two-step sign-in is off for your account.", {
    suggestedFix: "Turn it on under Profile.",
    headers: { "x-should-retry": "false" },
  });

/** Whether the person has an authenticator app. */
export const hasApp = async (userId: string, tx: Db = db): Promise<boolean> =>
  (await tx.secondFactor.count({ where: { userId, secret: { not: null } } })) > 0;

/** Whether the person has a second factor: an authenticator app, or a passkey. */
export const hasFactor = async (userId: string, tx: Db = db): Promise<boolean> =>
  (await hasApp(userId, tx)) || (await tx.passkey.count({ where: { userId } })) > 0;

/**
 * Uses the step of a code up: neither this code nor an earlier code counts again. Of two calls at the same time, only
 * one succeeds.
 */
async function useUpStep(userId: string, secret: string | null | undefined, code: string): Promise<boolean> {
  if (!secret) return false;
  const step = findStep(open(secret, secretContext(userId, "secret")), code, now());
  if (step === null) return false;
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/**
 * Checks a code and uses it up.
 * @param attempt what counts wrong codes: `factorTry` or `sessionFactorTry`
 * @param day counts wrong codes of an app for longer; nobody guesses a recovery code
 * @throws ApiError Unprocessable for a wrong or used code; TooManyRequests after too many of them; Conflict for a
 *   person without a second factor
 */
export async function proveFactor(userId: string, typed: string, attempt: Try, day: Try): Promise<FactorProof> {
  await takeTry(attempt);
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { secret: true } });
  if (!factor?.secret && !(await hasFactor(userId))) throw noFactor();
  const code = toCode(typed);
  const proof: FactorProof = /^\d+$/.test(code) ? "totp" : "recovery_code";
  if (proof === "totp") await takeTry(day);
  const isRight =
    proof === "totp" ? await useUpStep(userId, factor?.secret, code) : await useUpRecoveryCode(userId, code);
  if (!isRight) throw wrongCode();
  await recordSuccess(proof === "totp" ? [...attempt, ...day] : attempt);
  return proof;
}
