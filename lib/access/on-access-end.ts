/** Notifies open streams when the access of their caller ends or changes. */
import { isDeepStrictEqual } from "node:util";
import { now } from "@/lib/kernel/time/clock";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import type { ProjectCaller, ProjectSettings } from "./caller";
import { changeGeneration, dropOnChange } from "./announce-change";
import { isHeldSql } from "./factors/set-second-step-rule";
import { toSettings } from "./projects/project-config";
import { toRole } from "./roles";
import { settingsFor } from "./sign-in/sign-in-caller";
import { opensSql } from "./sso/opens-sql";
import { settingsOfSessionKey } from "./keys/session-keys";

/** How often access is checked. Notifications are faster, but do not report expiry, and can be interrupted. */
const LOOK_MS = 5_000;

type Watch = { caller: ProjectCaller; ended: () => void };

const state = processMemory("access.ends", () => ({
  watches: new Set<Watch>(),
  looking: false,
  /** Whether something changed during a running check. */
  again: false,
  timer: undefined as NodeJS.Timeout | undefined,
  started: false,
}));

const KEYS = statement({
  name: "access.end-keys",
  text: `SELECT k.id, p.config FROM api_key k JOIN project p ON p.id = k.project_id
  WHERE k.id = ANY($1::text[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
  AND p.deleted_at IS NULL`,
  columns: { id: "text", config: "jsonb" },
});
const SESSIONS = statement({
  name: "access.end-sessions",
  text: `SELECT s.id, p.id AS project_id, m.role, p.config FROM user_session s
  LEFT JOIN sso_provider o ON o.id = s.provider_id
  JOIN member m ON m.user_id = s.user_id AND (s.provider_id IS NULL OR m.organization_id = o.organization_id)
  JOIN project p ON p.organization_id = m.organization_id AND p.deleted_at IS NULL
  WHERE s.id = ANY($1::text[]) AND s.expires_at > $2 AND (s.provider_id IS NULL OR o.enabled)
  AND NOT ${isHeldSql("s")} AND ${opensSql("s", "m")}`,
  columns: { id: "text", project_id: "text", role: "text", config: "jsonb" },
});
const SESSION_KEYS = statement({
  name: "access.end-session-keys",
  text: `SELECT k.id, p.config FROM session_access_key k JOIN project p ON p.id = k.project_id
  WHERE k.id = ANY($1::text[]) AND (k.expires_at IS NULL OR k.expires_at > $2) AND p.deleted_at IS NULL`,
  columns: { id: "text", config: "jsonb" },
});
const PROJECTS = statement({
  name: "access.end-projects",
  text: "SELECT id, config FROM project WHERE id = ANY($1::text[]) AND deleted_at IS NULL",
  columns: { id: "text", config: "jsonb" },
});

/**
 * A key of a member ends with the membership in which it was created, and with the membership that it uses. A key of
 * one organization does not open another one that requires single sign-on.
 */
const USER_KEYS = statement({
  name: "access.end-user-keys",
  text: `SELECT k.id, p.id AS project_id, m.role, p.config FROM api_key k
  JOIN member own ON own.organization_id = k.organization_id AND own.user_id = k.user_id
  JOIN member m ON m.user_id = k.user_id
  JOIN organization o ON o.id = m.organization_id AND (NOT o.requires_sso OR o.id = k.organization_id)
  JOIN project p ON p.organization_id = m.organization_id AND p.deleted_at IS NULL
  WHERE k.id = ANY($1::text[]) AND k.kind = 'user' AND k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > $2)`,
  columns: { id: "text", project_id: "text", role: "text", config: "jsonb" },
});

/** The current settings of each caller, by key, sign-in or address; a caller who has lost access has no settings. */
async function readPresent(
  callers: readonly ProjectCaller[],
): Promise<(caller: ProjectCaller) => ProjectSettings | undefined> {
  const time = now();
  const keys = callers.flatMap(({ by }) => (by.kind === "apiKey" ? [by.keyId] : []));
  const sessions = callers.flatMap(({ by }) => (by.kind === "session" ? [by.sessionId] : []));
  const projects = callers.flatMap(({ by, projectId }) => (by.kind === "address" ? [projectId] : []));
  const ofSessions = callers.flatMap(({ by }) => (by.kind === "sessionKey" ? [by.keyId] : []));
  const ofUsers = callers.flatMap(({ by }) => (by.kind === "userKey" ? [by.keyId] : []));
  const [keyRows, sessionRows, projectRows, sessionKeyRows, userKeyRows] = await Promise.all([
    keys.length > 0 ? rowsOf(KEYS, [keys, time]) : [],
    sessions.length > 0 ? rowsOf(SESSIONS, [sessions, time]) : [],
    projects.length > 0 ? rowsOf(PROJECTS, [projects]) : [],
    ofSessions.length > 0 ? rowsOf(SESSION_KEYS, [ofSessions, time]) : [],
    ofUsers.length > 0 ? rowsOf(USER_KEYS, [ofUsers, time]) : [],
  ]);
  const present = new Map<string, ProjectSettings>();
  for (const { id, config } of [...keyRows, ...projectRows]) present.set(id, toSettings(config));
  for (const { id, config } of sessionKeyRows) present.set(id, settingsOfSessionKey(config));
  for (const { id, project_id, role, config } of [...sessionRows, ...userKeyRows])
    present.set([id, project_id, role].join(), settingsFor(toRole(role), config));
  return ({ by, projectId }) => {
    if (by.kind === "session") return present.get([by.sessionId, projectId, by.role].join());
    if (by.kind === "userKey") return present.get([by.keyId, projectId, by.role].join());
    return present.get(by.kind === "address" ? projectId : by.keyId);
  };
}

async function look(): Promise<void> {
  if (state.looking) {
    state.again = true;
    return;
  }
  state.looking = true;
  try {
    do {
      state.again = false;
      const watches = [...state.watches];
      const presentOf = await readPresent(watches.map(({ caller }) => caller));
      for (const watch of watches)
        if (!isDeepStrictEqual(presentOf(watch.caller), watch.caller.settings) && state.watches.delete(watch))
          watch.ended();
    } while (state.again && state.watches.size > 0);
  } catch (error) {
    log.warn(background("open streams"), "open streams could not be held against their callers' rights; trying again", {
      error,
    });
  } finally {
    state.looking = false;
    if (state.watches.size === 0) stop();
  }
}

function stop(): void {
  clearInterval(state.timer);
  state.timer = undefined;
}

function start(): void {
  if (!state.started) {
    state.started = true;
    const soon = () => {
      if (state.watches.size > 0) void look();
    };
    dropOnChange({ clear: soon, key: soon, session: soon });
  }
  changeGeneration(); // starts listening
  state.timer ??= setInterval(() => void look(), LOOK_MS).unref();
}

/**
 * Calls `ended` once, within a second after the caller lost the access that they began with, in whichever copy of the
 * app the change was made: the key was revoked or expired, the session was ended, the role or the project's settings
 * changed, the project was deleted. For a caller with an address (`by.kind` "address"), only the project is checked;
 * whoever made the address must watch the address itself.
 * @returns ends the watch; call it when the stream ends for another reason
 */
export function onAccessEnd(caller: ProjectCaller, onEnd: () => void): () => void {
  const watch: Watch = { caller, ended: onEnd };
  state.watches.add(watch);
  start();
  // Check once now, because a change since the caller's authentication would be missed.
  void look();
  return () => {
    state.watches.delete(watch);
    if (state.watches.size === 0) stop();
  };
}
