/**
 * Access keys of sessions, for programs that must not have a key of the project, such as a user's own sandbox or an MCP
 * client. A key reaches only its session, cannot decide approvals, and ends with the session: its row is deleted with
 * the session's.
 */
import type { SessionAccessKey } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import type { ProjectCaller, ProjectSettings } from "../caller";
import { toSettings } from "../projects/project-config";
import { newKey } from "./new-key";

const PREFIX = "sak_";
const MAX_KEY_LENGTH = 200;
/** A session is one agent's work. */
const MOST_KEYS = 20;

/** The holder of this key never sees a secret of an account, whatever the project's settings are. */
export const settingsOfSessionKey = (config: unknown): ProjectSettings => ({
  ...toSettings(config),
  maskSecrets: true,
});

const FIND = statement({
  name: "access.session-key",
  text: `SELECT k.id, k.session_id, p.id AS project_id, p.organization_id, p.config
  FROM session_access_key k JOIN project p ON p.id = k.project_id
  WHERE k.hash = $1 AND (k.expires_at IS NULL OR k.expires_at > $2) AND p.deleted_at IS NULL`,
  columns: { id: "text", session_id: "text", project_id: "text", organization_id: "text", config: "jsonb" },
});

/**
 * The caller with this key; null for an unknown, expired or revoked key, and if its session has ended. Not cached: the
 * next request after the end must be refused.
 */
export async function findCallerBySessionKey(key: string): Promise<ProjectCaller | null> {
  if (!key.startsWith(PREFIX) || key.length > MAX_KEY_LENGTH) return null;
  const [row] = await rowsOf(FIND, [hashToken(key), now()]);
  if (!row) return null;
  return {
    kind: "project",
    organizationId: row.organization_id,
    projectId: row.project_id,
    settings: settingsOfSessionKey(row.config),
    by: { kind: "sessionKey", keyId: row.id, agentSessionId: row.session_id },
  };
}

const tooMany = () =>
  new ApiError("Conflict", `The session has ${MOST_KEYS} access keys, which is the maximum.`, {
    suggestedFix: "Revoke one that is no longer needed.",
    headers: { "x-should-retry": "false" },
  });

export type NewSessionKey = { name: string; createdBy: string; expiresInSeconds?: number | undefined };

/**
 * Makes a key. Only the response contains its text: the row contains its SHA-256.
 * @param session of the project; `hold` keeps it until the key is there, or throws if it was deleted meanwhile
 * @throws ApiError Conflict if the session has too many keys
 */
export async function createSessionKey(
  projectId: string,
  session: { id: string; hold: (tx: Db) => Promise<void> },
  { name, createdBy, expiresInSeconds }: NewSessionKey,
): Promise<SessionAccessKey & { key: string }> {
  const key = newKey(PREFIX);
  const row = await db.$transaction(async (tx) => {
    const ofSession = { projectId, sessionId: session.id };
    await session.hold(tx);
    await tx.sessionAccessKey.deleteMany({ where: { ...ofSession, expiresAt: { lte: now() } } });
    if ((await tx.sessionAccessKey.count({ where: ofSession })) >= MOST_KEYS) throw tooMany();
    return tx.sessionAccessKey.create({
      data: {
        ...ofSession,
        id: newId("sessionAccessKey"),
        name,
        hash: hashToken(key),
        createdBy,
        expiresAt: expiresInSeconds === undefined ? null : inSeconds(expiresInSeconds),
      },
    });
  });
  return { ...row, key };
}

/** The keys of a session that still work, oldest first. */
export const findSessionKeys = (projectId: string, sessionId: string): Promise<SessionAccessKey[]> =>
  db.sessionAccessKey.findMany({
    where: { projectId, sessionId, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

/**
 * Ends a key at once, in every copy of the app.
 * @throws ApiError NotFound, for a key of another session too
 */
export async function revokeSessionKey(projectId: string, sessionId: string, id: string): Promise<void> {
  const { count } = await db.sessionAccessKey.deleteMany({ where: { projectId, sessionId, id } });
  if (count > 0) return;
  throw new ApiError("NotFound", `The session has no access key ${id.slice(0, 100)}.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/sessions/{session_id}/access_keys.",
  });
}

/** The key as the API returns it. */
export const toSessionKey = (row: SessionAccessKey) => ({
  id: row.id,
  session_id: row.sessionId,
  name: row.name,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  ...(row.expiresAt && { expires_at: row.expiresAt.toISOString() }),
});

/** Whether a text has the form of such a key; the key need not exist. */
export const isSessionKey = (text: string): boolean => text.startsWith(PREFIX);
