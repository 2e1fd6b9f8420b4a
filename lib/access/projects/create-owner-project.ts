/** The projects of an organization for its keys and its owners, in the published form. */
import type { z } from "zod";
import { afterNewest, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { type OrganizationActor, organizationActorOf } from "../caller";
import { createApiKey, KEY_KINDS } from "../keys/api-keys";
import { type KeyLimits, readLimits } from "../keys/key-limits";
import { type KeyScopes, readScopes } from "../keys/key-scopes";
import { toExpiry } from "../keys/rotate-api-key";
import { rolesWith } from "../roles";
import { lockAsOwner } from "./lock-as-owner";
import type { ownerProjectsApi, PublishedProject } from "./owner-projects.contract";
import type { ProjectConfig } from "./project-config";
import { createProjectIn, lockConfig, nameTaken, updateProjectConfigIn } from "./projects";

type Wire<Name extends keyof typeof ownerProjectsApi> = z.input<(typeof ownerProjectsApi)[Name]["response"]>;

/** The name of the key that comes with a project. */
const DEFAULT_KEY = "default";

type ProjectRow = { id: string; organizationId: string; name: string; createdAt: Date; updatedAt: Date };
const PROJECT_FIELDS = { id: true, organizationId: true, name: true, createdAt: true, updatedAt: true } as const;

const OWNERS = statement({
  name: "access.first-owners",
  text: `SELECT DISTINCT ON (m.organization_id) m.organization_id, u.email
    FROM member m JOIN app_user u ON u.id = m.user_id
    WHERE m.organization_id = ANY($1::text[]) AND m.role = 'owner'
    ORDER BY m.organization_id, m.created_at, m.user_id`,
  columns: { organization_id: "text", email: "text" },
});

/** The emails of the first owners of these organizations, by the IDs of the organizations. */
async function findOwnerEmails(organizationIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf(OWNERS, [[...new Set(organizationIds)]]);
  return new Map(rows.map((row) => [row.organization_id, row.email]));
}

/** Those of the organizations in which the person may see the members. */
async function withVisibleMembers(userId: string, organizationIds: readonly string[]): Promise<string[]> {
  const memberships = await db.member.findMany({
    where: { userId, organizationId: { in: [...new Set(organizationIds)] }, role: { in: rolesWith("members:read") } },
    select: { organizationId: true },
  });
  return memberships.map((membership) => membership.organizationId);
}

/** Converts a project to the published form; its webhooks are subscriptions, which have operations of their own. */
const toPublished = (row: ProjectRow, email: string): z.output<typeof PublishedProject> => ({
  id: row.id,
  org_id: row.organizationId,
  name: row.name,
  email,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  webhook_url: null,
  event_webhook_url: null,
  webhook_secret: null,
  triggers_enabled: true,
  last_subscribed_at: null,
  is_new_webhook: true,
  webhook_version: "V3",
  deleted: false,
});

/** Whose projects a list contains: of an organization, or of all organizations of a person. */
type ProjectScope = { closed?: readonly string[] | undefined } & (
  | { organizationId: string; userId?: string | undefined }
  | { organizationId?: string | undefined; userId: string }
);

/**
 * Projects, newest first.
 * @param scope with `userId`, the emails of owners are left out where this person may not see the members; `closed` are
 *   organizations of the person that are left out
 */
export async function listPublishedProjects(
  { organizationId, userId, closed = [] }: ProjectScope,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Wire<"listOwnerProjects">> {
  const cursor = readCursor(text);
  const where = {
    ...(organizationId === undefined
      ? { organizationId: { notIn: [...closed] }, organization: { members: { some: { userId } } } }
      : { organizationId }),
    deletedAt: null,
  };
  const [rows, total] = await Promise.all([
    db.project.findMany({
      where: { ...where, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      select: PROJECT_FIELDS,
    }),
    db.project.count({ where }),
  ]);
  const position = (row: ProjectRow) => ({ time: row.createdAt.toISOString(), id: row.id });
  const { items, ...page } = toPage(rows, total, limit, cursor, position);
  const listedIds = items.map((row) => row.organizationId);
  const emails = await findOwnerEmails(userId === undefined ? listedIds : await withVisibleMembers(userId, listedIds));
  return { data: items.map((row) => toPublished(row, emails.get(row.organizationId) ?? "")), ...page };
}

const missing = (projectId: string) =>
  new ApiError("NotFound", `There is no project ${projectId.slice(0, 40)} in this organization.`, {
    suggestedFix: "List the organization's projects with GET /api/v3/org/owner/project/list.",
  });

const toKeyRow = ({ id, name, prefix, createdAt }: { id: string; name: string; prefix: string; createdAt: Date }) => ({
  id,
  name,
  key: `${prefix}...`,
  created_at: createdAt.toISOString(),
});

/** As many keys as one answer contains, newest first. */
const MAX_KEYS = 100;

/**
 * A project of the organization with its working API keys.
 * @throws ApiError NotFound for an unknown project, and for one of another organization
 */
export async function getOwnerProject(organizationId: string, projectId: string): Promise<Wire<"getOwnerProject">> {
  const row = await db.project.findFirst({
    where: { id: projectId, organizationId, deletedAt: null },
    select: {
      ...PROJECT_FIELDS,
      apiKeys: {
        where: {
          kind: { in: KEY_KINDS },
          revokedAt: null,
          OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
        },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: MAX_KEYS,
        select: { id: true, name: true, prefix: true, createdAt: true },
      },
    },
  });
  if (!row) throw missing(projectId);
  const emails = await findOwnerEmails([organizationId]);
  return { ...toPublished(row, emails.get(organizationId) ?? ""), api_keys: row.apiKeys.map(toKeyRow) };
}

export type NewOwnerProject = {
  name: string;
  config: Partial<ProjectConfig>;
  /** The API key that comes with the project; none if absent. */
  key?: { scopes?: KeyScopes; limits?: KeyLimits };
};

/**
 * Creates a project in the caller's organization, with its API key.
 * @throws ApiError Conflict for a name that is taken; as `lockAsOwner`
 */
export async function createOwnerProject(
  caller: OrganizationActor,
  { name, config, key }: NewOwnerProject,
): Promise<Wire<"createOwnerProject">> {
  try {
    return await db.$transaction(async (tx) => {
      await lockAsOwner(tx, caller);
      const { id } = await createProjectIn(tx, caller.organizationId, name);
      if (Object.keys(config).length > 0) await updateProjectConfigIn(tx, id, config);
      else await announceChange(tx, "callers");
      const createdBy = organizationActorOf(caller);
      const apiKey = key && (await createApiKey(id, { name: DEFAULT_KEY, createdBy, ...key }, tx));
      return { id, name, api_key: apiKey?.key ?? null };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name, error);
    throw error;
  }
}

/** Revokes the keys that came with a project; returns the newest, which can have been revoked before. */
async function revokeDefaultKeys(tx: Db, projectId: string) {
  const where = { projectId, name: DEFAULT_KEY, kind: { in: KEY_KINDS } };
  const newest = await tx.apiKey.findFirst({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: now() },
    select: { id: true, hash: true },
  });
  for (const { hash } of revoked) await announceChange(tx, { kind: "key", id: hash });
  return { newest, revokedIds: revoked.map(({ id }) => id) };
}

/**
 * Replaces the API key that came with a project. The new key can do no more than the replaced key, and has the same
 * lifetime from now on.
 * @throws ApiError NotFound for an unknown project, and for one of another organization; as `lockAsOwner`
 */
export const regenerateProjectKey = (
  caller: OrganizationActor,
  projectId: string,
): Promise<Wire<"regenerateProjectKey"> & { revokedIds: string[] }> =>
  db.$transaction(async (tx) => {
    await lockAsOwner(tx, caller);
    const where = { id: projectId, organizationId: caller.organizationId, deletedAt: null };
    if ((await tx.project.count({ where })) === 0) throw missing(projectId);
    // Two callers at the same time must not revoke each other's new key.
    await lockConfig(tx, projectId);
    const { newest: before, revokedIds } = await revokeDefaultKeys(tx, projectId);
    const createdBy = organizationActorOf(caller);
    const key = await createApiKey(
      projectId,
      {
        ...{ name: DEFAULT_KEY, createdBy, expiresAt: before && toExpiry(before) },
        ...(before?.scopes && { scopes: readScopes(before.scopes) }),
        ...(before?.kind === "limited" && { limits: readLimits(before.limits) }),
      },
      tx,
    );
    return {
      revokedIds,
      api_key: { ...toKeyRow(key), key: key.key },
      message: revokedIds.length
        ? "The key named default was replaced and no longer works. Other keys of the project still work."
        : "A key named default was created. Other keys of the project still work.",
    };
  });
