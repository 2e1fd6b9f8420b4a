/** A person proves themselves again within a sign-in: with a code of the second factor, or else with the password. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import type { UserCaller } from "../caller";
import { isPassword } from "../sign-in/passwords";
import { personTry, recordSuccess, takeTry } from "../sign-in/sign-in-tries";
import { hasFactor } from "./prove-factor";
import { proveInSession } from "./prove-in-session";

type Proof = { password?: string | undefined; code?: string | undefined };

const wrongPassword = () =>
  new ApiError("Unprocessable", "The password is wrong.", {
    suggestedFix: "Enter the password that you signed in with.",
    errors: ["password: is wrong"],
  });

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

/**
 * Makes a sign-in fresh for ten minutes. A person with a second factor needs its code: a password alone can be stolen
 * together with a sign-in.
 * @throws ApiError Unprocessable for a wrong password or code; TooManyRequests after too many of them; Conflict for a
 *   person without either
 */
export async function confirmPerson(
  caller: UserCaller,
  { password = "", code = "" }: Proof,
  address: string | undefined,
): Promise<void> {
  const { userId } = caller;
  if (await hasFactor(userId)) await proveInSession(caller, code, address);
  else await provePassword(userId, password);
  if ("sessionId" in caller)
    await db.userSession.updateMany({ where: { id: caller.sessionId, userId }, data: { provenAt: now() } });
}
