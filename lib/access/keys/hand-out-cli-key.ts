/** Hands the key of a confirmed sign-in to the command line that asked, once. */
import type { z } from "zod";
import type { CliSession } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { lockAs } from "../people/lock-organization";
import { recordAuditIn } from "../record-audit";
import { rolesWith } from "../roles";
import { createApiKey } from "./api-keys";
import { CLI_KEY_DAYS, cliSessionsApi } from "./cli-sessions.contract";
import { nameOfProgram, requireCliSession, takePoll, toCliScope } from "./confirm-cli-session";
import { createUserKeyIn } from "./create-user-key";

type Answer = z.input<typeof cliSessionsApi.getCliSession.response>;
type Linked = CliSession & { userId: string; organizationId: string; projectId: string };

const isLinked = (row: CliSession): row is Linked =>
  row.linkedAt !== null && row.userId !== null && row.organizationId !== null && row.projectId !== null;

const lostRole = () =>
  new ApiError("Forbidden", "The person who confirmed this sign-in can no longer create this key.", {
    suggestedFix: "Start the sign-in again, and confirm it as an owner or admin.",
  });

/** Creates the key by the role that the person has at this moment. */
async function createKeyIn(tx: Db, row: Linked): Promise<{ id: string; key: string }> {
  const { organizationId, userId, projectId } = row;
  const [name, expiresInDays] = [nameOfProgram(row), CLI_KEY_DAYS];
  if (toCliScope(row) === "user") return createUserKeyIn(tx, { organizationId, userId }, { name, expiresInDays });
  const role = await lockAs(tx, { organizationId, userId });
  if (!rolesWith("api_keys:write").includes(role)) throw lostRole();
  return createApiKey(projectId, { name, expiresInDays, createdBy: userId }, tx);
}

/** The request of the program. */
type Poll = { requestId: string; address: string | undefined };

const recordKey = (tx: Db, row: Linked, keyId: string, { requestId, address }: Poll): Promise<unknown> =>
  recordAuditIn(tx, {
    // The program has no credential: the key is that of the person who confirmed.
    caller: { kind: "user", userId: row.userId, sessionId: "" },
    action: toCliScope(row) === "user" ? "user_key.create" : "api_key.create",
    operation: cliSessionsApi.getCliSession.id,
    target: keyId,
    facts: { name: nameOfProgram(row) },
    ...{ organizationId: row.organizationId, projectId: row.projectId },
    ...{ requestId, address, outcome: "done", status: 200 },
  });

/** Of two requests at the same time one gets the key; null for the other one, and afterwards. */
const takeKey = (row: Linked, poll: Poll): Promise<{ id: string; key: string } | null> =>
  db.$transaction(async (tx) => {
    const { count } = await tx.cliSession.updateMany({
      where: { hash: row.hash, takenAt: null, expiresAt: { gt: now() } },
      data: { takenAt: now() },
    });
    if (count === 0) return null;
    const key = await createKeyIn(tx, row);
    await recordKey(tx, row, key.id, poll);
    return key;
  });

/**
 * The state of a sign-in; the first answer after the confirmation contains the key.
 * @throws ApiError NotFound for an unknown, canceled or expired sign-in, and if the person is no longer a member;
 *   Forbidden if the person's role changed meanwhile
 */
export async function handOutCliKey(id: string, poll: Poll): Promise<Answer> {
  await takePoll(poll.address);
  const row = await requireCliSession(id);
  const state = { id, code: row.code, expiresAt: row.expiresAt.toISOString(), scope: toCliScope(row) };
  if (!isLinked(row)) return { ...state, status: "pending", account: null, api_key: null };
  const user = await db.user.findUnique({ where: { id: row.userId }, select: { email: true, name: true } });
  const key = row.takenAt ? null : await takeKey(row, poll);
  return {
    ...state,
    status: "linked",
    account: user && { id: row.userId, email: user.email, name: user.name ?? "" },
    api_key: key?.key ?? null,
  };
}
