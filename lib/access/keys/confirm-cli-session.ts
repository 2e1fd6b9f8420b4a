/**
 * Sign-ins of command lines, by a link that a person opens in a browser. The ID in the link is the credential of the
 * program, so the row contains its SHA-256. The key is created when the program asks for it after the confirmation:
 * no row contains it.
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { CliSession } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { refusal } from "../authorize";
import type { SignInCaller } from "../caller";
import { permissionsOf } from "../roles";
import { assertWholeSignIn } from "../sso/assert-whole-sign-in";
import { holdSignIn } from "../sign-in/sign-in-rows";
import { clientOf, networkOf } from "../sign-in/sign-in-tries";
import { CLI_SESSION_SECONDS, type cliSessionsApi } from "./cli-sessions.contract";

type Wire<Name extends keyof typeof cliSessionsApi> = z.output<(typeof cliSessionsApi)[Name]["response"]>;

const PREFIX = "cli_";

/** A person signs in few command lines; programs behind one address ask often whether the person has confirmed. */
const ASKS = { requests: 20, seconds: 60 };
const POLLS = { requests: 600, seconds: 60 };
/** Of a network: who has many addresses cannot fill the table, and stops nobody elsewhere. */
const ASKS_OF_NETWORK = { requests: 200, seconds: 60 };

const tooMany = (seconds: number) =>
  new ApiError("TooManyRequests", "There are too many sign-ins of command lines at this moment.", {
    suggestedFix: `Try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });

async function take(subject: string, limit: { requests: number; seconds: number }): Promise<void> {
  const state = await takeToken({ subject, ...limit });
  if (!state.allowed) throw tooMany(state.resetSeconds);
}

/** @throws ApiError TooManyRequests for an address that asks too often */
export const takePoll = (address: string | undefined): Promise<void> => take(`cli-polls:${clientOf(address)}`, POLLS);

/** Letters and digits that nobody takes for another. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const newPart = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** What a program asks for. */
export type CliRequest = { scope: "project" | "user"; source?: string | undefined };

/**
 * Begins a sign-in.
 * @throws ApiError TooManyRequests for an address that begins too many
 */
export async function createCliSession(
  { scope, source }: CliRequest,
  address: string | undefined,
): Promise<Wire<"createCliSession">> {
  await take(`cli-sessions:${clientOf(address)}`, ASKS);
  await take(`cli-sessions-network:${networkOf(address)}`, ASKS_OF_NETWORK);
  const id = newToken(PREFIX);
  const code = `${newPart()}-${newPart()}`;
  const expiresAt = inSeconds(CLI_SESSION_SECONDS);
  await db.cliSession.create({
    data: {
      ...{ hash: hashToken(id), code, scope, createdAt: now(), expiresAt },
      source: source || null,
      address: address?.slice(0, 100) ?? null,
    },
  });
  return { id, code, scope, status: "pending", expiresAt: expiresAt.toISOString() };
}

const missing = () =>
  new ApiError("NotFound", "This sign-in of a command line does not exist. It was canceled, or it has expired.", {
    suggestedFix: "Start the sign-in of your command line again.",
  });

/** @throws ApiError NotFound for an unknown, canceled or expired sign-in */
export async function requireCliSession(id: string): Promise<CliSession> {
  const row = await db.cliSession.findUnique({ where: { hash: hashToken(id) } });
  if (!row || row.expiresAt <= now()) throw missing();
  return row;
}

/** A sign-in that nobody has confirmed yet. */
async function requirePending(id: string): Promise<CliSession> {
  const row = await requireCliSession(id);
  if (row.linkedAt) throw missing();
  return row;
}

/** The stored scope; rows of an unknown kind get the smaller one. */
export const toCliScope = ({ scope }: CliSession): "project" | "user" => (scope === "project" ? "project" : "user");

/** The name of the program for people, and of its key. */
export const nameOfProgram = ({ source }: CliSession): string => source ?? "Command line";

const isConfirmable = (caller: SignInCaller, row: CliSession): boolean =>
  toCliScope(row) === "user" ? !caller.by.confined : permissionsOf(caller).has("api_keys:write");

/** The person who would confirm, and the organizations that the key would reach. */
async function readPerson({ organizationId, by }: SignInCaller, row: CliSession) {
  const { userId, confined, closed = [] } = by;
  const isOne = confined || toCliScope(row) === "project";
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      email: true,
      members: {
        where: { organizationId: isOne ? organizationId : { notIn: [...closed] } },
        orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
        take: 100,
        select: { organization: { select: { name: true } } },
      },
    },
  });
  return { email: user.email, organizations: user.members.map(({ organization }) => organization.name) };
}

/**
 * What a person reads before they confirm.
 * @throws ApiError NotFound for an unknown, confirmed, canceled or expired sign-in
 */
export async function readCliSession(caller: SignInCaller, id: string): Promise<Wire<"readCliSession">> {
  const row = await requirePending(id);
  const project = await db.project.findFirst({
    where: { id: caller.projectId, organizationId: caller.organizationId, deletedAt: null },
    select: { id: true, name: true },
  });
  if (!project) throw missing();
  return {
    ...{ scope: toCliScope(row), source: row.source, address: row.address, project },
    ...(await readPerson(caller, row)),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    confirmable: isConfirmable(caller, row),
  };
}

const MAX_WRONG_CODES = 5;

/** A code as people type it: without the hyphen, or in small letters. */
const hashCode = (text: string): Buffer =>
  createHash("sha256")
    .update(text.toUpperCase().replace(/[^A-Z0-9]/g, ""))
    .digest();

const wrongCode = () =>
  new ApiError("Unprocessable", "The code is wrong, so the command line got no key.", {
    suggestedFix: "Type the code that your terminal shows. If it shows none, cancel the sign-in.",
    errors: ["code: This is not the code in your terminal"],
  });

const tooManyCodes = () =>
  new ApiError("NotFound", "This sign-in of a command line ended after too many wrong codes.", {
    suggestedFix: "Start the sign-in of your command line again.",
  });

/** Each try is counted before its code is compared, so tries at the same time are no more than the limit. */
async function checkCode({ hash, code }: CliSession, typedCode: string): Promise<void> {
  const [row] = await db.cliSession.updateManyAndReturn({
    where: { hash, linkedAt: null, wrongCodes: { lt: MAX_WRONG_CODES } },
    data: { wrongCodes: { increment: 1 } },
    select: { wrongCodes: true },
  });
  if (!row) throw missing();
  if (timingSafeEqual(hashCode(typedCode), hashCode(code))) return;
  if (row.wrongCodes < MAX_WRONG_CODES) throw wrongCode();
  await db.cliSession.deleteMany({ where: { hash, linkedAt: null } });
  throw tooManyCodes();
}

/**
 * Lets the program have its key, in the person's current project, if the person typed the program's code. Of two
 * confirmations one counts.
 * @throws ApiError NotFound as `readCliSession`, and after too many wrong codes; Unprocessable for a wrong code;
 *   Forbidden for a role that cannot create API keys; Unauthorized if the person's sign-in has ended
 */
export async function confirmCliSession(
  caller: SignInCaller,
  { id, code }: { id: string; code: string },
): Promise<Wire<"confirmCliSession">> {
  const row = await requirePending(id);
  // A key of the person opens all of their organizations.
  if (toCliScope(row) === "user") assertWholeSignIn(caller);
  if (!isConfirmable(caller, row)) throw refusal(caller, "api_keys:write");
  await checkCode(row, code);
  const { organizationId, projectId, by } = caller;
  await db.$transaction(async (tx) => {
    await holdSignIn(tx, by.sessionId);
    const { count } = await tx.cliSession.updateMany({
      where: { hash: row.hash, linkedAt: null, expiresAt: { gt: now() } },
      data: { linkedAt: now(), userId: by.userId, organizationId, projectId },
    });
    if (count === 0) throw missing();
  });
  return { scope: toCliScope(row), name: nameOfProgram(row), project_id: projectId };
}

/** @throws ApiError NotFound as `readCliSession` */
export async function cancelCliSession(id: string): Promise<string> {
  const row = await requirePending(id);
  const { count } = await db.cliSession.deleteMany({ where: { hash: row.hash, linkedAt: null } });
  if (count === 0) throw missing();
  return nameOfProgram(row);
}

const PAST = batchDelete("cli_session", "expires_at <= $1");

/** Deletes the rows of expired sign-ins. */
export async function pruneCliSessions(): Promise<void> {
  await deleteInBatches(PAST, [now()]);
}
