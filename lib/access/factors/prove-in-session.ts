/** A code within a sign-in. A thief of the sign-in must not guess until a code is right. */
import type { UserCaller } from "../caller";
import { endSignIn } from "../sign-in/sign-in-rows";
import { countFailures, daySessionFactorTry, MAX_DAY_FACTOR_TRIES, sessionFactorTry } from "../sign-in/sign-in-tries";
import { proveFactor } from "./prove-factor";

/**
 * Checks a code and uses it up. After 20 wrong codes of an app within 24 hours the sign-in ends, so the person enters
 * the password again.
 * @throws ApiError as `proveFactor`
 */
export async function proveInSession(caller: UserCaller, code: string, address: string | undefined): Promise<void> {
  const { userId } = caller;
  const day = daySessionFactorTry("sessionId" in caller ? caller.sessionId : caller.keyId);
  try {
    await proveFactor(userId, code, sessionFactorTry(userId, address), day);
  } catch (error) {
    if ("sessionId" in caller && (await countFailures(day)) >= MAX_DAY_FACTOR_TRIES) await endSignIn(caller.sessionId);
    throw error;
  }
}
