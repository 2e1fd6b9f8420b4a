/** A person proves themselves again within a sign-in: with a code of the second factor, or else with the password. */
import type { z } from "zod";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { UserCaller } from "../caller";
import { isPassword } from "../sign-in/passwords";
import { personTry, recordSuccess, takeTry, tokenTry } from "../sign-in/sign-in-tries";
import { hasFactor } from "./prove-factor";
import type { Assertion } from "./passkeys.contract";
import { proveInSession } from "./prove-in-session";
import { provePasskey } from "./sign-in-by-passkey";

type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  assertion?: z.output<typeof Assertion> | undefined;
};

const wrongPassword = () =>
  new ApiError("Unprocessable", "The password is wrong.", {
    suggestedFix: "Enter the password that you signed in with.",
    errors: ["password: is wrong"],
  });

const otherPerson = () =>
  new ApiError("Unprocessable", "This passkey is of another account.", { suggestedFix: "Use one of your passkeys." });

const signInAgain = () =>
  new ApiError("Conflict", "Your account has no password and no second step here.", {
    suggestedFix: "Sign in again through your organization's provider.",
    headers: { "x-should-retry": "false" },
  });

async function provePassword(userId: string, password: string): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!user?.passwordHash) throw signInAgain();
  await takeTry(personTry(userId));
  if (!(await isPassword(password, user.passwordHash))) throw wrongPassword();
  await recordSuccess(personTry(userId));
}

async function proveOwnPasskey(
  userId: string,
  assertion: z.output<typeof Assertion>,
  address: string | undefined,
): Promise<void> {
  const attempt = tokenTry(address);
  await takeTry(attempt);
  const proof = await provePasskey(assertion);
  if (proof.userId !== userId) throw otherPerson();
  await recordSuccess(attempt);
}

/**
 * Makes a sign-in fresh for ten minutes. A person with a second factor needs its code: a password alone can be stolen
 * together with a sign-in.
 * @throws ApiError Unprocessable for a wrong password or code; TooManyRequests after too many of them; Conflict for a
 *   person without either
 */
export async function confirmPerson(
  caller: UserCaller,
  { password = "", code = "", assertion }: Proof,
  address: string | undefined,
): Promise<void> {
  const { userId } = caller;
  if (assertion) await proveOwnPasskey(userId, assertion, address);
  else if (await hasFactor(userId)) await proveInSession(caller, code, address);
  else await provePassword(userId, password);
  if ("sessionId" in caller)
    await db.userSession.updateMany({ where: { id: caller.sessionId, userId }, data: { provenAt: now() } });
}
