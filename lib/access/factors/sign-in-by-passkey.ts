/** Signs a person in by a passkey: what they have, and the PIN or fingerprint that the device asks for. */
import type { z } from "zod";
import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { rememberBrowser } from "../sign-in/find-known-browser";
import { sealSignIn } from "../sign-in/sign-in-caller";
import { toSignInCookie } from "../sign-in/sign-in-cookie";
import { type SignInClient, startSignIn } from "../sign-in/sign-in-rows";
import { challengeTry, recordSuccess, takeTry, tokenTry } from "../sign-in/sign-in-tries";
import { createChallenge, passkeySite, useUpChallenge } from "./create-challenge";
import type { Assertion, passkeysApi } from "./passkeys.contract";

/**
 * Options without the names of credentials: whether an account has passkeys is not shown.
 * @throws ApiError TooManyRequests for a client that asks too often
 */
export async function beginPasskeySignIn(
  address: string | undefined,
): Promise<z.input<typeof passkeysApi.beginPasskeySignIn.response>> {
  await takeTry(challengeTry(address));
  const { id: rpID } = passkeySite();
  const challenge = await createChallenge(null);
  return { options: { ...(await generateAuthenticationOptions({ rpID, challenge, userVerification: "required" })) } };
}

/** The same for every reason: nothing about other people's passkeys is shown. */
const wrongPasskey = (cause?: unknown) =>
  new ApiError("Unprocessable", "This passkey doesn’t open an account here.", {
    suggestedFix: "Try again, or sign in with your email and password.",
    cause,
  });

type Proof = { userId: string; sessionVersion: number; email: string; name: string | null };

/**
 * Checks the answer of a passkey, and uses its challenge up.
 * @throws ApiError Unprocessable for an unknown passkey, another challenge or site, a counter that went back, or an
 *   answer without a PIN or fingerprint
 */
export async function provePasskey(assertion: z.output<typeof Assertion>): Promise<Proof> {
  const { id } = assertion;
  const passkey = await db.passkey.findUnique({
    where: { id },
    include: { user: { select: { sessionVersion: true, email: true, name: true } } },
  });
  if (!passkey) throw wrongPasskey();
  const { publicKey, userId, user } = passkey;
  const { id: expectedRPID, origin: expectedOrigin } = passkeySite();
  const result = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: (challenge) => useUpChallenge(challenge, null),
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey, counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw wrongPasskey(error);
  });
  if (!result.verified) throw wrongPasskey();
  // Of two answers at the same time, only one moves the counter on from here.
  const { count } = await db.passkey.updateMany({
    where: { id, counter: passkey.counter },
    data: { counter: result.authenticationInfo.newCounter, lastUsedAt: now() },
  });
  if (count !== 1) throw wrongPasskey();
  return { userId, ...user };
}

/**
 * Signs in by a passkey.
 * @returns the Set-Cookie lines: of the session, and the browser's name
 * @throws ApiError as `provePasskey`, and TooManyRequests after too many wrong answers
 */
export async function signInByPasskey(
  cookieHeader: string | null,
  assertion: z.output<typeof Assertion>,
  client: SignInClient,
): Promise<string[]> {
  const attempt = tokenTry(client.address);
  await takeTry(attempt);
  const { userId, sessionVersion, email, name } = await provePasskey(assertion);
  // Many people can sign in from one address.
  await recordSuccess([...attempt, ...challengeTry(client.address)]);
  const sessionId = await startSignIn(userId, sessionVersion, { isFactorProven: true, client });
  if (!sessionId) throw wrongPasskey();
  const session = toSignInCookie(await sealSignIn({ sub: userId, sessionId, name, email }));
  const browser = await rememberBrowser(cookieHeader, [session]);
  return [session, ...(browser ? [browser] : [])];
}
