/** What people can change of their own: name, password, and sessions. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { dayFactorTry, forgetFailures, personTry, recordSuccess, takeTry } from "../sign-in/sign-in-tries";
import type { UserCaller } from "../caller";
import { assertFreshSignIn, findProvenAt } from "../factors/assert-fresh-sign-in";
import { hasFactor } from "../factors/prove-factor";
import { hashPassword, isPassword } from "../sign-in/passwords";
import { sealSignIn } from "../sign-in/sign-in-caller";
import { toSignInCookie } from "../sign-in/sign-in-cookie";
import { endAccessOf } from "../sign-in/end-access-of";
import { type SignInClient, startSignIn } from "../sign-in/sign-in-rows";

export type ProfileFacts = { id: string; email: string; name: string | null; hasPassword: boolean; createdAt: Date };

async function requirePerson(userId: string) {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, name: true, passwordHash: true, createdAt: true },
  });
  if (!user)
    throw new ApiError("Unauthorized", "Your account was deleted.", {
      suggestedFix: "Sign in at /login with another account.",
    });
  return user;
}

/** @throws ApiError Unauthorized for a person whose account was deleted */
export async function requireProfile(userId: string): Promise<ProfileFacts> {
  const { passwordHash, ...user } = await requirePerson(userId);
  return { ...user, hasPassword: passwordHash !== null };
}

/** Changes the name that others see; an empty name removes it. */
export async function updateProfile(userId: string, { name }: { name: string }): Promise<ProfileFacts> {
  await db.user.updateMany({ where: { id: userId }, data: { name: name === "" ? null : name } });
  return requireProfile(userId);
}

/**
 * Changes the password. Every session and every key of the person ends; the caller's own session goes on with the new
 * cookie.
 * @returns the Set-Cookie line of the session that goes on
 * @throws ApiError Forbidden for a person with a second factor whose sign-in is not fresh, Unprocessable for a wrong
 *   current password, TooManyRequests after too many of them, BadRequest for people without a password
 */
export async function changePassword(
  caller: UserCaller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client?: SignInClient,
): Promise<string> {
  const { userId } = caller;
  const user = await requirePerson(userId);
  if (user.passwordHash === null)
    throw new ApiError("BadRequest", "You sign in through your organization's provider and have no password here.", {
      suggestedFix: "Change your password there.",
    });
  // A thief can have the password together with a sign-in, but not the second step.
  if (await hasFactor(userId)) await assertFreshSignIn(caller);
  const provenAt = await findProvenAt(caller);
  await takeTry(personTry(userId));
  if (!(await isPassword(currentPassword, user.passwordHash)))
    throw new ApiError("Unprocessable", "The current password is wrong, so nothing changed.", {
      suggestedFix: "Type the password that you signed in with.",
      errors: ["current_password: is not your present password"],
    });
  await recordSuccess(personTry(userId));
  const passwordHash = await hashPassword(newPassword);
  const sessionVersion = await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    return endAccessOf(tx, userId);
  });
  // The wrong codes were entered after the earlier password.
  await forgetFailures(dayFactorTry(userId));
  // The session that goes on passed the second step, if there was one, and is no fresher than before.
  const sessionId = await startSignIn(userId, sessionVersion, { isFactorProven: true, provenAt, client });
  if (!sessionId)
    throw new ApiError("Conflict", "Your password was changed somewhere else at the same time.", {
      suggestedFix: "Sign in with the password that was set last.",
    });
  return toSignInCookie(await sealSignIn({ sub: userId, sessionId, name: user.name, email: user.email }));
}

/** Ends every session and every key of a person, in every copy of the app. */
export async function signOutEverywhere(userId: string): Promise<void> {
  await db.$transaction((tx) => endAccessOf(tx, userId));
}
