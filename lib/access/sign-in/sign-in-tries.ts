/**
 * Slows down guessing of passwords, over all copies of the app: counts the failed tries of the last 15 minutes by who
 * made them. Strangers must not be able to lock an owner out, so the narrow limits are for one client with one email,
 * and for a browser that this person has signed in with before; the wide limits are against guesses from many places.
 */
import { countOf } from "@/lib/contract/count-of";
import ipaddr from "ipaddr.js";
import { now } from "@/lib/kernel/time/clock";
import { rowsOf, statement, type Statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";

export const MAX_TRIES = 10;
/** For one address with any emails, and for one email from all unknown browsers. */
export const MAX_UNKNOWN_BROWSER_TRIES = 100;
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * `own` counters are reset by the right password; from the others only this try is taken off, the rest may be guesses.
 */
type Subject = { name: string; most: number; own: boolean; ms: number };
export type Try = readonly Subject[];

/** Hashed, because people type passwords into the email field. */
const subject = (kind: string, of: string, most = MAX_TRIES, isOwn = true, ms = WINDOW_MS): Subject => ({
  name: `${kind}:${hashToken(of)}`,
  most,
  own: isOwn,
  ms,
});

/** One subscriber has a whole /64 of IPv6 addresses (RFC 6177), and could otherwise try from each of them. */
export function clientOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

/** The network of a client: /24 of IPv4 and /48 of IPv6, the most that a subscriber usually has. */
export function networkOf(address: string | undefined): string {
  const client = clientOf(address);
  const separator = client.includes(":") ? ":" : ".";
  return client.split(separator).slice(0, 3).join(separator);
}

/**
 * A try to sign in.
 * @param browser what its cookie is called, for a browser in which this person signed in before
 */
export function signInTry(email: string, address: string | undefined, browser: string | null): Try {
  if (browser !== null) return [subject("browser", `${email}\n${browser}`)];
  const client = clientOf(address);
  return [
    subject("pair", `${email}\n${client}`),
    subject("email", email, MAX_UNKNOWN_BROWSER_TRIES, false),
    ...(client === "unknown" ? [] : [subject("address", client, MAX_UNKNOWN_BROWSER_TRIES, false)]),
  ];
}

/** A try to open a link by its token: wrong tokens count for the client like wrong passwords. */
export function tokenTry(address: string | undefined): Try {
  const client = clientOf(address);
  return client === "unknown" ? [] : [subject("address", client, MAX_UNKNOWN_BROWSER_TRIES, false)];
}

/** A request for the challenge of a passkey, which stores a row; a sign-in with it takes its request off. */
export const challengeTry = (address: string | undefined): Try => [
  subject("challenge", clientOf(address), MAX_UNKNOWN_BROWSER_TRIES, false),
];

/** A try to confirm the password within a session, so that a stolen session cannot guess more often. */
export const personTry = (userId: string): Try => [subject("person", userId)];

/** A code of an authenticator app has six digits: this many tries in 15 minutes, from everywhere. */
export const MAX_FACTOR_TRIES = 5;

/** Wrong codes of an app in 24 hours: five in each 15 minutes would be a code in a thousand guessed each day. */
export const MAX_DAY_FACTOR_TRIES = 20;

/** A right code takes only its own try off: the others can be guesses. */
const dayTry = (kind: string, of: string): Try => [subject(kind, of, MAX_DAY_FACTOR_TRIES, false, DAY_MS)];

/** A try to pass the second step, by a person whose password was right. */
export function factorTry(userId: string, address: string | undefined): Try {
  return [subject("factor", userId, MAX_FACTOR_TRIES), ...tokenTry(address)];
}

/** The codes of an app in a day, by everyone who has the password. */
export const dayFactorTry = (userId: string): Try => dayTry("factor-day", userId);

/** A code within a session: wrong codes of a stolen session must not keep its owner from signing in. */
export function sessionFactorTry(userId: string, address: string | undefined): Try {
  return [subject("session-factor", userId, MAX_FACTOR_TRIES), ...tokenTry(address)];
}

/** The codes of an app in a day within one session. */
export const daySessionFactorTry = (sessionId: string): Try => dayTry("session-factor-day", sessionId);

const FORGET = statement({
  name: "access.login-forget",
  text: "DELETE FROM login_attempt WHERE started_at <= $1",
});
const COUNT = statement({
  name: "access.login-count",
  text: `INSERT INTO login_attempt (subject, failures, started_at)
  SELECT name, 1, at FROM unnest($1::text[], $2::timestamptz[]) AS tries (name, at)
  ON CONFLICT (subject) DO UPDATE SET failures = login_attempt.failures + 1 RETURNING subject, failures, started_at`,
  columns: { subject: "text", failures: "int4", started_at: "timestamptz" },
});
const TAKE_BACK = statement({
  name: "access.login-take-back",
  text: "UPDATE login_attempt SET failures = greatest(failures - 1, 0) WHERE subject = ANY($1::text[])",
});
const CLEAR = statement({
  name: "access.login-clear",
  text: "DELETE FROM login_attempt WHERE subject = ANY($1::text[])",
});

/** Sorted, so that two sign-ins cannot deadlock. */
const sorted = (subjects: Try): Subject[] => [...subjects].sort((a, b) => (a.name < b.name ? -1 : 1));
const names = (subjects: Try): string[] => sorted(subjects).map(({ name }) => name);

/** Tries of a longer time begin in the future, so that they are deleted by the same rule. */
const startOf = ({ ms }: Subject, time: number): Date => new Date(time + ms - WINDOW_MS);

async function change(write: Statement, subjects: Try): Promise<void> {
  if (subjects.length > 0) await rowsOf(write, [names(subjects)]);
}

const inWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return `in ${minutes > 60 ? countOf(Math.ceil(minutes / 60), "hour") : countOf(minutes, "minute")}`;
};

/**
 * Counts a try as failed before the password is checked, so that parallel tries count too. `recordSuccess` takes it off
 * again.
 * @throws ApiError TooManyRequests, with the time to retry, after too many failed tries
 */
export async function takeTry(subjects: Try): Promise<void> {
  const time = now().getTime();
  await rowsOf(FORGET, [new Date(time - WINDOW_MS)]);
  const starts = sorted(subjects).map((entry) => startOf(entry, time));
  const rows = await rowsOf(COUNT, [names(subjects), starts]);
  const mostOf = new Map(subjects.map(({ name, most }) => [name, most]));
  const full = rows.filter((row) => row.failures > (mostOf.get(row.subject) ?? 0));
  if (full.length === 0) return;
  // A refused try does not count: one client must not use up the wide limits for everybody.
  const closed = new Set(full.map((row) => row.subject));
  await change(
    TAKE_BACK,
    subjects.filter(({ name }) => !closed.has(name)),
  );
  const longNames = new Set(subjects.filter(({ ms }) => ms > WINDOW_MS).map(({ name }) => name));
  const waitMs = Math.max(...full.map((row) => row.started_at.getTime())) + WINDOW_MS - time;
  throw new ApiError("TooManyRequests", `Too many failed sign-in attempts. Try again ${inWords(waitMs)}.`, {
    suggestedFix: full.some(({ subject: name }) => longNames.has(name))
      ? "Use a recovery code, or wait. Change your password if the wrong codes were not yours."
      : "Wait, then try again with the right password.",
    headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
  });
}

const READ = statement({
  name: "access.login-failures",
  text: `SELECT coalesce(sum(failures), 0)::int4 AS failures FROM login_attempt
  WHERE subject = ANY($1::text[]) AND started_at > $2`,
  columns: { failures: "int4" },
});

/** The failed tries that count now. */
export async function countFailures(subjects: Try): Promise<number> {
  const [row] = await rowsOf(READ, [names(subjects), new Date(now().getTime() - WINDOW_MS)]);
  return row?.failures ?? 0;
}

/** Forgets all failed tries, because what they guessed at was replaced. */
export const forgetFailures = (subjects: Try): Promise<void> => change(CLEAR, subjects);

/** The password was right. */
export async function recordSuccess(subjects: Try): Promise<void> {
  await change(
    CLEAR,
    subjects.filter(({ own: isOwn }) => isOwn),
  );
  await change(
    TAKE_BACK,
    subjects.filter(({ own: isOwn }) => !isOwn),
  );
}
