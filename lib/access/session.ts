/** Who calls with the dashboard's session cookie: the signed token, held against the person's row. */
import { LRUCache } from "lru-cache";
import { decode } from "next-auth/jwt";
import { queryRows } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { once } from "@/lib/kernel/once";
import { derivedKey } from "@/lib/kernel/vault";
import type { ProjectSettings, SessionCaller, UserCaller } from "./caller";
import { changeGeneration, dropOnChange } from "./changes";
import { toSettings } from "./project-config";
import { type Role, toRole } from "./roles";
import { readSessionCookie } from "./session-cookie";

/** The key that signs and encrypts sessions; next-auth gets the same one. */
export const sessionSecret = (): string => derivedKey("session");

const REMEMBER_MS = 5_000;

/** One project that the person may use, with the role in its organization. */
type Membership = { organizationId: string; projectId: string; role: Role; config: unknown };
type Person = { sessionVersion: number; memberships: Membership[] };

const people = () =>
  once("access.session-people", () => {
    const cache = new LRUCache<string, Person>({ max: 2_000, ttl: REMEMBER_MS });
    // A key's change says nothing about people.
    dropOnChange({ clear: () => cache.clear(), drop: () => undefined });
    return cache;
  });

type PersonRow = {
  session_version: number;
  organization_id: string | null;
  role: string;
  project_id: string | null;
  config: unknown;
};

const FIND = `SELECT u.session_version, m.organization_id, m.role, p.id AS project_id, p.config
  FROM app_user u LEFT JOIN member m ON m.user_id = u.id
  LEFT JOIN project p ON p.organization_id = m.organization_id AND p.deleted_at IS NULL
  WHERE u.id = $1 ORDER BY p.created_at, p.id`;

async function findPerson(userId: string): Promise<Person | null> {
  const before = changeGeneration();
  const remembered = before === null ? undefined : people().get(userId);
  if (remembered) return remembered;
  const rows = await queryRows<PersonRow>("access.session-person", FIND, [userId]);
  const [first] = rows;
  if (!first) return null;
  const memberships = rows.flatMap(({ organization_id, project_id, role, config }) =>
    organization_id && project_id
      ? [{ organizationId: organization_id, projectId: project_id, role: toRole(role), config }]
      : [],
  );
  const person = { sessionVersion: first.session_version, memberships };
  if (before !== null && before === changeGeneration()) people().set(userId, person);
  return person;
}

/** What a session's token says; null for one that is forged, damaged, or past its end. */
async function openToken(token: string): Promise<{ userId: string; sessionVersion: number } | null> {
  try {
    const claims = await decode({ token, secret: sessionSecret() });
    if (typeof claims?.sub !== "string" || typeof claims.sessionVersion !== "number") return null;
    return { userId: claims.sub, sessionVersion: claims.sessionVersion };
  } catch {
    return null; // whatever is wrong with it, it is no session
  }
}

async function findSession(cookieHeader: string): Promise<{ userId: string; person: Person } | null> {
  const token = readSessionCookie(cookieHeader);
  const session = token ? await openToken(token) : null;
  if (!session) return null;
  const person = await findPerson(session.userId);
  return person?.sessionVersion === session.sessionVersion ? { userId: session.userId, person } : null;
}

/** The person behind this Cookie header, whatever their projects; null without a valid session. */
export async function findUserBySession(cookieHeader: string): Promise<UserCaller | null> {
  const session = await findSession(cookieHeader);
  return session && { kind: "user", userId: session.userId };
}

/** Roles that only read never see a secret, whatever the project's switch says. */
const settingsFor = ({ role, config }: Membership): ProjectSettings => {
  const settings = toSettings(config);
  return role === "viewer" || role === "auditor" ? { ...settings, maskSecrets: true } : settings;
};

/**
 * Who calls with this Cookie header; null without a valid session.
 * @param projectId the project that the person chose; one that is not theirs counts as no choice, and their first project is taken
 * @throws ApiError Forbidden for a person who belongs to no project any more
 */
export async function findCallerBySession(cookieHeader: string, projectId?: string): Promise<SessionCaller | null> {
  const session = await findSession(cookieHeader);
  if (!session) return null;
  const { memberships } = session.person;
  const membership = memberships.find((one) => one.projectId === projectId) ?? memberships[0];
  if (!membership)
    throw new ApiError("Forbidden", "Your account belongs to no project any more.", {
      suggestedFix: "Ask an owner of your organization to add you again.",
    });
  return {
    kind: "project",
    organizationId: membership.organizationId,
    projectId: membership.projectId,
    settings: settingsFor(membership),
    by: { kind: "session", userId: session.userId, role: membership.role },
  };
}
