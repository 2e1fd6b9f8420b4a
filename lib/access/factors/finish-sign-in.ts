/**
 * Sign-ins between their two steps: the browser has a cookie that opens nothing but the second step, for ten minutes.
 */
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { rememberBrowser } from "../sign-in/find-known-browser";
import { sealSignIn } from "../sign-in/sign-in-caller";
import { readSignInCookie, toCookie, toSignInCookie, usesSecureCookies } from "../sign-in/sign-in-cookie";
import { startSignIn } from "../sign-in/sign-in-rows";
import { countFailures, dayFactorTry, factorTry, MAX_DAY_FACTOR_TRIES } from "../sign-in/sign-in-tries";
import { factorsApi } from "./contract";
import { pruneChallenges } from "./create-challenge";
import { type FactorProof, proveFactor } from "./prove-factor";
import { recordPersonEvent } from "./record-person-event";
import { countRecoveryCodes } from "./recovery-codes";

const SECONDS = 600;

const cookieName = (): string => (usesSecureCookies() ? "__Host-patchbay.second-step" : "patchbay.second-step");

/**
 * Begins the second step of a person whose password, or identity at a provider, was checked.
 * @param providerId the organization's provider that checked it
 * @returns the Set-Cookie line
 */
export async function startSecondStep(
  userId: string,
  sessionVersion: number,
  providerId: string | null = null,
): Promise<string> {
  const token = newToken("step_");
  const [hash, createdAt, expiresAt] = [hashToken(token), now(), inSeconds(SECONDS)];
  await db.pendingSignIn.create({ data: { hash, userId, sessionVersion, createdAt, expiresAt, providerId } });
  return toCookie(cookieName(), token, SECONDS);
}

const expired = () => new ApiError("Gone", "This sign-in has expired.", { suggestedFix: "Sign in again at /login." });

/** @throws ApiError Gone for a cookie that is unknown, used or expired */
async function requirePending(cookieHeader: string | null) {
  const token = cookieHeader && readSignInCookie(cookieHeader, cookieName());
  const pending =
    token &&
    (await db.pendingSignIn.findFirst({
      where: { hash: hashToken(token), expiresAt: { gt: now() } },
      include: { user: { select: { email: true, name: true } } },
    }));
  if (!pending) throw expired();
  return pending;
}

/** The request of a second step. */
type StepRequest = { address: string | undefined; requestId: string };

/** Where the person signs in. */
type Device = { device: string | null };

/** Records that a person needed a recovery code: its owner, or a thief, has one less. */
const recordRecoveryCode = (userId: string, request: StepRequest): Promise<void> =>
  recordPersonEvent(userId, {
    ...request,
    action: "profile.use_recovery_code",
    operation: factorsApi.finishSignIn.id,
    outcome: "done",
    status: 200,
  });

/** Somebody has the password: the event is for its owner. After the last wrong code the password is asked again. */
async function recordWrongCode(userId: string, request: StepRequest): Promise<void> {
  await recordPersonEvent(userId, {
    ...request,
    action: "profile.enter_wrong_code",
    operation: factorsApi.finishSignIn.id,
    outcome: "refused",
    status: 422,
  });
  if ((await countFailures(dayFactorTry(userId))) >= MAX_DAY_FACTOR_TRIES)
    await db.pendingSignIn.deleteMany({ where: { userId } });
}

/** @throws ApiError as `proveFactor` */
async function proveStep(userId: string, code: string, request: StepRequest): Promise<FactorProof> {
  try {
    return await proveFactor(userId, code, factorTry(userId, request.address), dayFactorTry(userId));
  } catch (error) {
    if (error instanceof ApiError && error.kind === "Unprocessable") await recordWrongCode(userId, request);
    throw error;
  }
}

/**
 * Finishes a sign-in with a code. The cookie of the first step works for one sign-in.
 * @returns the Set-Cookie lines: of the session, the end of the first step's cookie, and the browser's name; and the
 *   recovery codes that are left, if one was used
 * @throws ApiError Gone for a first step that expired or was used, or if the password was replaced meanwhile; otherwise
 *   as `proveFactor`
 */
export async function finishSignIn(
  cookieHeader: string | null,
  code: string,
  { device, ...request }: StepRequest & Device,
): Promise<{ cookies: string[]; recovery_codes_left?: number }> {
  const { hash, userId, sessionVersion, providerId, user } = await requirePending(cookieHeader);
  const proof = await proveStep(userId, code, request);
  const { count } = await db.pendingSignIn.deleteMany({ where: { hash } });
  const sessionId =
    count === 1 &&
    (await startSignIn(userId, sessionVersion, { isFactorProven: true, client: { ...request, device }, providerId }));
  if (!sessionId) throw expired();
  const session = toSignInCookie(await sealSignIn({ sub: userId, sessionId, name: user.name, email: user.email }));
  const browser = await rememberBrowser(cookieHeader, [session]);
  const cookies = [session, toCookie(cookieName(), "", 0), ...(browser ? [browser] : [])];
  if (proof === "totp") return { cookies };
  await recordRecoveryCode(userId, request);
  return { cookies, recovery_codes_left: await countRecoveryCodes(userId) };
}

const PAST = batchDelete("pending_sign_in", "expires_at <= $1");

/** Deletes first steps without a second step, and challenges of passkeys without an answer. */
export async function prunePendingSignIns(): Promise<void> {
  await deleteInBatches(PAST, [now()]);
  await pruneChallenges();
}
