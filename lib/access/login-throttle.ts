/** Slows down guessing of passwords: at most 10 failed tries in 15 minutes an email and a client address, over all copies of the app. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";

export const MOST_TRIES = 10;
const WINDOW_MS = 15 * 60_000;

/** Hashed, because people type passwords into the email field. */
const subjects = (email: string, address: string | undefined): string[] => [
  `email:${hashToken(email)}`,
  ...(address ? [`address:${hashToken(address)}`] : []),
];

const FORGET = "DELETE FROM login_attempt WHERE started_at <= $1";
const COUNT = `INSERT INTO login_attempt (subject, failures, started_at) SELECT unnest($1::text[]), 1, $2
  ON CONFLICT (subject) DO UPDATE SET failures = login_attempt.failures + 1 RETURNING failures, started_at`;
const TAKE_BACK = "UPDATE login_attempt SET failures = greatest(failures - 1, 0) WHERE subject = ANY($1::text[])";
const CLEAR = "DELETE FROM login_attempt WHERE subject = $1";

const inWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
};

/**
 * Counts a try as failed before the password is looked at, so that many tries at the same moment count too.
 * `recordSuccess` takes it back.
 * @throws ApiError TooManyRequests, with the time of the next chance, after too many failed tries
 */
export async function takeTry(email: string, address: string | undefined): Promise<void> {
  const at = now().getTime();
  await queryRows("access.login-forget", FORGET, [new Date(at - WINDOW_MS)]);
  // Sorted, so that two sign-ins never wait for each other's rows crosswise.
  const rows = await queryRows<{ failures: number; started_at: Date }>("access.login-count", COUNT, [
    subjects(email, address).sort(),
    new Date(at),
  ]);
  const full = rows.filter(({ failures }) => failures > MOST_TRIES).map(({ started_at }) => started_at.getTime());
  if (full.length === 0) return;
  const waitMs = Math.max(...full) + WINDOW_MS - at;
  throw new ApiError(
    "TooManyRequests",
    `There were too many failed attempts to sign in. Try again ${inWords(waitMs)}.`,
    {
      suggestedFix: "Wait, then try again with the right password.",
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    },
  );
}

/** The password was right: the email begins anew, the address loses only this try (its other tries may be another's guesses). */
export async function recordSuccess(email: string, address: string | undefined): Promise<void> {
  const [byEmail, ...byAddress] = subjects(email, address);
  await queryRows("access.login-clear", CLEAR, [byEmail]);
  if (byAddress.length > 0) await queryRows("access.login-take-back", TAKE_BACK, [byAddress]);
}
