/**
 * The caller with a key of a member. Not cached: a key acts with the role that the member has at each call, and the
 * next request after the end must be refused in every copy of the app.
 */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import type { ProjectCaller, UserCaller } from "../caller";
import { recordSeen } from "../people/record-seen";
import { toRole } from "../roles";
import { settingsFor } from "../sign-in/sign-in-caller";
import { USER_KEY_PREFIX } from "./create-user-key";
import { recordKeyUse } from "./record-key-use";

const MAX_KEY_LENGTH = 200;

/**
 * A key belongs to a member: without the membership in which it was created, it opens nothing. `closed`: the person's
 * other organizations that require single sign-on, for a thief of a password could make a key elsewhere.
 */
const FIND = statement({
  name: "access.user-key",
  text: `SELECT k.id, m.user_id, ARRAY(SELECT c.organization_id FROM member c
    JOIN organization co ON co.id = c.organization_id AND co.requires_sso
    WHERE c.user_id = m.user_id AND c.organization_id <> k.organization_id) AS closed FROM api_key k
  JOIN member m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
  WHERE k.hash = $1 AND k.kind = 'user' AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)`,
  columns: { id: "text", user_id: "text", closed: "text[]" },
});

type FindAddress = () => string | undefined;

/**
 * The person with this key; null for an unknown, expired or revoked key, and for other kinds of keys.
 * @param findAddress the client's address, which is recorded
 */
export async function findUserByKey(
  key: string,
  findAddress?: FindAddress,
): Promise<(UserCaller & { keyId: string }) | null> {
  if (!key.startsWith(USER_KEY_PREFIX) || key.length > MAX_KEY_LENGTH) return null;
  const [row] = await rowsOf(FIND, [hashToken(key), now()]);
  if (!row) return null;
  recordKeyUse(row.id, findAddress);
  return { kind: "user", keyId: row.id, userId: row.user_id, ...(row.closed.length > 0 && { closed: row.closed }) };
}

/** Two rows are enough to see that the person must choose. */
const PROJECTS = statement({
  name: "access.user-key-projects",
  text: `SELECT p.id, p.organization_id, p.config, m.role FROM member m
  JOIN project p ON p.organization_id = m.organization_id AND p.deleted_at IS NULL
  WHERE m.user_id = $1 AND ($2::text IS NULL OR (p.id = $2 AND p.organization_id = $3))
    AND NOT m.organization_id = ANY($4::text[])
  ORDER BY p.created_at, p.id LIMIT 2`,
  columns: { id: "text", organization_id: "text", config: "jsonb", role: "text" },
});

/** What the headers x-org-id and x-project-id name. */
export type NamedProject = { organizationId: string | undefined; projectId: string | undefined };

const PAIR = "Send both x-org-id and x-project-id. GET /api/v3/org/project/list?list_all_org_projects=true lists them.";

const half = (missing: string) =>
  new ApiError("BadRequest", `x-org-id and x-project-id only count as a pair, and ${missing} is missing.`, {
    suggestedFix: PAIR,
    errors: [`${missing}: is missing`],
  });

const noProject = ({ projectId, organizationId }: NamedProject) =>
  projectId === undefined
    ? new ApiError("Forbidden", "The person with this key no longer belongs to a project.", {
        suggestedFix: "Ask an owner of your organization to invite you again.",
      })
    : new ApiError(
        "NotFound",
        `There is no project ${projectId.slice(0, 40)} in an organization ${organizationId?.slice(0, 40)} of yours.`,
        { suggestedFix: PAIR },
      );

const ambiguous = () =>
  new ApiError("BadRequest", "You can use several projects, and this request does not name one, so nothing changed.", {
    suggestedFix: PAIR,
    errors: ["x-project-id: is missing"],
  });

/**
 * The caller with this key, in the project that the headers name. Without them it is the person's only project; a read
 * gets their first project instead of a refusal.
 * @throws ApiError BadRequest for one header without the other, and for a change without them by a person with several
 *   projects; NotFound for a project that is not the person's; Forbidden for a person without a project
 */
export async function findCallerByUserKey(
  key: string,
  named: NamedProject,
  isRead: boolean,
  findAddress?: FindAddress,
): Promise<ProjectCaller | null> {
  const user = await findUserByKey(key, findAddress);
  if (!user) return null;
  const { organizationId, projectId } = named;
  if (organizationId !== undefined && projectId === undefined) throw half("x-project-id");
  if (projectId !== undefined && organizationId === undefined) throw half("x-org-id");
  const names = [projectId ?? null, organizationId ?? null];
  const [project, other] = await rowsOf(PROJECTS, [user.userId, ...names, user.closed ?? []]);
  if (!project) throw noProject(named);
  if (other && !isRead) throw ambiguous();
  recordSeen(project.organization_id, user.userId);
  const role = toRole(project.role);
  return {
    kind: "project",
    organizationId: project.organization_id,
    projectId: project.id,
    settings: settingsFor(role, project.config),
    by: { kind: "userKey", keyId: user.keyId, userId: user.userId, role },
  };
}
