/** Sessions: creates, finds, changes and deletes them. */
import type { ToolRouterConfigVersion } from "@/generated/prisma/client";
import type { Reach } from "@/lib/access/caller";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { checkConfig } from "./settings/check-config";
import type { SessionConfig } from "./settings/contract";
import { NEW_SESSION, withSettings, type Settings } from "./settings/settings";
import { savedSettings } from "./settings/saved-configs";
import { announceSession, findSession } from "./store/session-cache";
import { toSession, toStored } from "./store/session-rows";
import type { Session } from "./session";
import { assertSessionInReach } from "./rules/assert-session-in-reach";
import { recordSessionUse } from "./store/session-costs";
import { insertWithWord } from "./store/open-word-session";

/** Maximum of stored former configurations. */
const MOST_VERSIONS = 100;

const unknownSession = (id: string) =>
  new ApiError(
    "NotFound",
    `There is no session ${id} in this project. ` +
      "It never was, it was deleted, or it expired: " +
      "sessions that nobody uses for session_retention_days of the project " +
      "(30 unless it says otherwise) end by themselves.",
    { suggestedFix: "Create one with POST /api/v3/tool_router/session." },
  );

/** For those who only look: the session does not count as used. @throws ApiError NotFound, as `requireSession` */
export async function requireSeenSession(projectId: string, id: string): Promise<Session> {
  const session = id.length > 100 ? null : await findSession(projectId, id);
  if (session) return session;
  throw unknownSession(id.slice(0, 100));
}

/** @throws ApiError NotFound, for an ended session and another project's too */
export async function requireSession(projectId: string, id: string): Promise<Session> {
  const session = await requireSeenSession(projectId, id);
  recordSessionUse(session.id);
  return session;
}

/** The settings, completed by the saved rules that they name. */
async function withSaved(projectId: string, settings: Settings): Promise<{ settings: Settings; source?: string }> {
  const experimental = settings.experimental;
  const source = experimental?.session_config_id;
  if (source === undefined) return { settings };
  const ownRules = (["toolkits", "tools", "tags"] as const).filter((name) => settings[name] != null);
  if (settings.hooks !== undefined)
    throw new ApiError("BadRequest", "Hooks cannot be set together with saved rules.", {
      errors: ["hooks: stands beside experimental.session_config_id"],
      suggestedFix: "Set them with an update of the session of their own.",
    });
  if (ownRules.length > 0)
    throw new ApiError("BadRequest", "Saved rules cannot be mixed with rules of the session's own.", {
      errors: ownRules.map((name) => `${name}: stands beside experimental.session_config_id`),
      suggestedFix: "Send either of both.",
    });
  const saved = await savedSettings(projectId, source);
  return { settings: { ...settings, toolkits: null, tools: null, tags: null, ...saved }, source };
}

type Former = { userId: string; config: SessionConfig };

/** @param reach of the key that makes the change: the session must be within it afterwards */
async function nextConfig(
  projectId: string,
  { userId, config: former }: Former,
  change: Settings,
  reach: Reach | undefined,
): Promise<SessionConfig> {
  const { settings, source } = await withSaved(projectId, change);
  const config = withSettings(former, settings);
  const access = [change.toolkits, change.tools, change.tags].some((rule) => rule !== undefined);
  if (source !== undefined) config.experimental.source_session_config_id = source;
  else if (access) delete config.experimental.source_session_config_id;
  const checked = await checkConfig(projectId, userId, config);
  if (reach) assertSessionInReach(reach, { userId, config: checked });
  return checked;
}

/** The caller that creates a session. */
type Creator = {
  /** The member who makes it in the dashboard. */
  createdBy?: string | undefined;
  /** The limits of the key that makes it. */
  reach?: Reach | undefined;
};

/**
 * @throws ApiError Unprocessable as `withSettings` and `checkConfig`; BadRequest, NotFound for saved rules; Forbidden
 *   for a session outside the limits of the key
 */
export async function createSession(
  projectId: string,
  userId: string,
  settings: Settings,
  { createdBy, reach }: Creator = {},
): Promise<Session> {
  const config = await nextConfig(projectId, { userId, config: NEW_SESSION }, settings, reach);
  return insertWithWord({ projectId, userId, config, implicit: false, createdBy });
}

const changedMeanwhile = (expected: number, current: number) =>
  new ApiError("Conflict", `The session's configuration has version ${current}, not ${expected}.`, {
    errors: [`expected_config_version: is ${expected}`],
    suggestedFix: "Read the session again, and send the version that it has now.",
    headers: { "x-should-retry": "false" },
  });

/**
 * Changes the given settings.
 * @throws ApiError NotFound; Conflict if it has another version than the expected one; as `createSession`
 */
export async function updateSession(
  projectId: string,
  id: string,
  settings: Settings,
  { expected, reach }: { expected?: number | undefined; reach?: Reach | undefined } = {},
): Promise<Session> {
  const row = await db.toolRouterSession.findFirst({ where: { projectId, id } });
  if (!row) throw unknownSession(id.slice(0, 100));
  const before = toSession(row);
  if (expected !== undefined && expected !== before.configVersion)
    throw changedMeanwhile(expected, before.configVersion);
  const config = await nextConfig(projectId, before, settings, reach);
  const changed = await db.$transaction(async (tx) => {
    const { count } = await tx.toolRouterSession.updateMany({
      where: { projectId, id, configVersion: before.configVersion },
      data: { config: toStored(config), configVersion: before.configVersion + 1, updatedAt: now() },
    });
    if (count === 0) return false;
    await tx.toolRouterConfigVersion.create({
      data: {
        projectId,
        sessionId: id,
        version: before.configVersion,
        config: toStored(before.config),
        createdAt: before.updatedAt,
      },
    });
    await tx.toolRouterConfigVersion.deleteMany({
      where: { projectId, sessionId: id, version: { lte: before.configVersion - MOST_VERSIONS } },
    });
    await announceSession(tx, id);
    return true;
  });
  if (!changed) return updateSession(projectId, id, settings, { expected, reach });
  const after = await db.toolRouterSession.findFirst({ where: { projectId, id } });
  if (!after) throw unknownSession(id);
  return toSession(after);
}

/** @throws ApiError NotFound */
export async function deleteSession(projectId: string, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.toolRouterSession.deleteMany({ where: { projectId, id } });
    if (count === 0) throw unknownSession(id.slice(0, 100));
    await announceSession(tx, id);
  });
}

const HOLD = statement({
  name: "tool-router.hold-session",
  text: "SELECT id FROM tool_router_session WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE",
  columns: { id: "text" },
});

/** Keeps a session from being deleted until the transaction ends; who holds it is alone. @throws ApiError NotFound */
export const takeOwnership =
  (projectId: string, id: string) =>
  async (tx: Db): Promise<void> => {
    if ((await rowsIn(tx, HOLD, [projectId, id])).length === 0) throw unknownSession(id.slice(0, 100));
  };

/** The existing sessions of these ids. */
export async function findExisting(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { projectId, id: { in: [...ids] } };
  const rows = await db.toolRouterSession.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** The users of these sessions by session id, without unknown sessions. */
export async function findSessionUsers(projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const where = { projectId, id: { in: [...ids] } };
  const rows = await db.toolRouterSession.findMany({ where, select: { id: true, userId: true } });
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/** A part of the former configurations, the newest first, and how many there are. */
export async function findVersions(
  projectId: string,
  sessionId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{ versions: ToolRouterConfigVersion[]; total: number }> {
  const where = { projectId, sessionId };
  const [versions, total] = await Promise.all([
    take === 0 ? [] : db.toolRouterConfigVersion.findMany({ where, orderBy: { version: "desc" }, skip, take }),
    db.toolRouterConfigVersion.count({ where }),
  ]);
  return { versions, total };
}
