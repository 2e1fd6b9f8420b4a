/** The caller by session cookie: checks the sealed token against the session's row. */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { decode, encode } from "next-auth/jwt";
import { now } from "@/lib/kernel/time/clock";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { derivedKey } from "@/lib/kernel/process/vault";
import type { ProjectSettings, SignInCaller, UserCaller } from "../caller";
import { changeGeneration, dropOnChange } from "../announce-change";
import { isHeldSql, secondStepRequired } from "../factors/set-second-step-rule";
import { opensSql, ssoRequired } from "../sso/opens-sql";
import { recordSeen } from "../people/record-seen";
import { toSettings } from "../projects/project-config";
import { toRole } from "../roles";
import type { Role } from "../role";
import { recordSignInUse } from "./list-sign-ins";
import { readSignInCookie, SIGN_IN_SECONDS } from "./sign-in-cookie";

/** The key that signs and encrypts sessions; next-auth gets the same one. */
export const signInSecret = (): string => derivedKey("session");

const REMEMBER_MS = 5_000;

/** One project that the person may use, with the role in its organization. */
type Membership = { organizationId: string; projectId: string; role: Role; config: unknown };
type SignIn = {
  id: string;
  userId: string;
  expiresAt: number;
  memberships: Membership[];
  /** An organization of the person requires two-step sign-in, which they lack. */
  isHeld: boolean;
  /** The organization by whose provider the person came; null for a sign-in that opens all of theirs. */
  confinedTo: string | null;
  /** Organizations of the person that this sign-in does not open, because they require single sign-on. */
  closed: string[];
};

const signIns = () =>
  processMemory("access.sessions", () => {
    const cache = new CountedCache<string, SignIn>("sign_ins", { max: 2_000, ttl: REMEMBER_MS });
    // Changes of API keys do not concern people.
    dropOnChange({ clear: () => cache.clear(), session: (id) => cache.delete(id) });
    return cache;
  });

const FIND = statement({
  name: "access.session",
  text: `SELECT s.user_id, s.expires_at, ${isHeldSql("s")} AS is_held, o.organization_id AS confined_to,
    m.organization_id, m.role, p.id AS project_id, p.config, ${opensSql("s", "m")} AS opens
  FROM user_session s LEFT JOIN sso_provider o ON o.id = s.provider_id
  LEFT JOIN member m ON m.user_id = s.user_id AND (s.provider_id IS NULL OR m.organization_id = o.organization_id)
  LEFT JOIN project p ON p.organization_id = m.organization_id AND p.deleted_at IS NULL
  WHERE s.id = $1 AND (s.provider_id IS NULL OR o.enabled) ORDER BY p.created_at, p.id`,
  columns: {
    user_id: "text",
    expires_at: "timestamptz",
    is_held: "bool?",
    confined_to: "text?",
    organization_id: "text?",
    role: "text?",
    project_id: "text?",
    config: "jsonb?",
    opens: "bool?",
  },
});

async function readSignIn(id: string): Promise<SignIn | null> {
  const before = changeGeneration();
  const remembered = signIns().getIf(before !== null, id);
  if (remembered) return remembered;
  const rows = await rowsOf(FIND, [id]);
  const [first] = rows;
  if (!first) return null;
  const memberships = rows.flatMap(({ organization_id, project_id, role, config, opens }) =>
    organization_id && project_id && role && opens
      ? [{ organizationId: organization_id, projectId: project_id, role: toRole(role), config }]
      : [],
  );
  const session = {
    ...{ id, userId: first.user_id, expiresAt: first.expires_at.getTime(), memberships },
    isHeld: first.is_held === true,
    confinedTo: first.confined_to,
    closed: [...new Set(rows.flatMap(({ organization_id: id, opens }) => (id && !opens ? [id] : [])))],
  };
  if (before !== null && before === changeGeneration()) signIns().set(id, session);
  return session;
}

/** The content of the sealed token in a session's cookie; next-auth adds the times. */
export type SignInClaims = { sub: string; sessionId: string; name: string | null; email: string | null };

/** The cookie's value for a session. */
export const sealSignIn = (claims: SignInClaims): Promise<string> =>
  encode({ token: claims, secret: signInSecret(), maxAge: SIGN_IN_SECONDS });

/** The session that a token's claims name; null for one that was ended, is past its end, or is another person's. */
export async function findSignIn({ sub, sessionId }: Record<string, unknown>): Promise<SignIn | null> {
  if (typeof sub !== "string" || typeof sessionId !== "string") return null;
  const session = await readSignIn(sessionId);
  return session && session.userId === sub && session.expiresAt > now().getTime() ? session : null;
}

/** The content of a cookie's token; null if it is forged, damaged or expired. */
async function readClaims(header: string): Promise<Record<string, unknown> | null> {
  const token = readSignInCookie(header);
  return token ? decode({ token, secret: signInSecret() }).catch(() => null) : null;
}

/** The email in the session of a Cookie header, whether it goes on or not. */
export async function emailOfSignIn(header: string): Promise<string | null> {
  const email = (await readClaims(header))?.email;
  return typeof email === "string" ? email : null;
}

async function readCookie(header: string): Promise<SignIn | null> {
  const claims = await readClaims(header);
  const session = claims && (await findSignIn(claims));
  if (session) recordSignInUse(session.id);
  return session;
}

/** Whether an organization of the person behind this Cookie header requires two-step sign-in, which they lack. */
export const isHeldSignIn = async (cookieHeader: string): Promise<boolean> =>
  (await readCookie(cookieHeader))?.isHeld === true;

/**
 * The person behind this Cookie header, whatever their projects; null without a valid session.
 * @param isForHeld also for a person who must set up two-step sign-in first
 * @throws ApiError Forbidden for such a person otherwise
 */
export async function findUserBySignIn(cookieHeader: string, isForHeld = false): Promise<UserCaller | null> {
  const session = await readCookie(cookieHeader);
  if (session?.isHeld && !isForHeld) throw secondStepRequired();
  if (!session) return null;
  const { id: sessionId, userId, confinedTo, closed } = session;
  return {
    ...{ kind: "user", sessionId, userId },
    ...(confinedTo !== null && { confinedTo }),
    ...(closed.length > 0 && { closed }),
  };
}

/** Read-only roles never see a secret, whatever the project's setting. */
export const settingsFor = (role: Role, config: unknown): ProjectSettings => {
  const settings = toSettings(config);
  return role === "viewer" || role === "auditor" ? { ...settings, maskSecrets: true } : settings;
};

/**
 * The caller with this Cookie header; null without a valid session.
 * @param projectId the project that the person chose; if it is not theirs, their first project is used
 * @throws ApiError Forbidden for a person who belongs to no project any more, or who must set up two-step sign-in first
 */
export async function findCallerBySignIn(cookieHeader: string, projectId?: string): Promise<SignInCaller | null> {
  const session = await readCookie(cookieHeader);
  if (!session) return null;
  if (session.isHeld) throw secondStepRequired();
  const { memberships, closed } = session;
  const membership = memberships.find((candidate) => candidate.projectId === projectId) ?? memberships[0];
  if (!membership && closed.length > 0) throw ssoRequired();
  if (!membership)
    throw new ApiError("Forbidden", "Your account no longer belongs to a project.", {
      suggestedFix: "Ask an owner of your organization to invite you again.",
    });
  recordSeen(membership.organizationId, session.userId);
  return {
    kind: "project",
    organizationId: membership.organizationId,
    projectId: membership.projectId,
    settings: settingsFor(membership.role, membership.config),
    by: {
      ...{ kind: "session", sessionId: session.id, userId: session.userId, role: membership.role },
      ...(session.confinedTo !== null && { confined: true }),
      ...(closed.length > 0 && { closed }),
    },
  };
}
