/** The caller in the published form: the project, the API key, and the member behind it. */
import type { z } from "zod";
import { type Cursor, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { toUuid } from "@/lib/kernel/ids";
import { memberOf, type ProjectCaller, type UserCaller } from "../caller";
import { permissionsOf, toRole } from "../roles";
import type { sessionInfoApi } from "./session-info.contract";

type Wire<Name extends keyof typeof sessionInfoApi> = z.input<(typeof sessionInfoApi)[Name]["response"]>;
type Info = Wire<"getSessionInfo">;

/** A number for clients that read one: always the same for one ID, below 2^31. */
const toNumber = (id: string): number => Number.parseInt(toUuid(id).slice(0, 8), 16) % 2 ** 31;

const deletedProject = () =>
  new ApiError("NotFound", "The project of this call was deleted.", { suggestedFix: "Use another project." });

async function requireInfoProject(organizationId: string, projectId: string) {
  const project = await db.project.findFirst({
    where: { id: projectId, organizationId, deletedAt: null },
    include: { organization: { select: { id: true, name: true } } },
  });
  if (!project) throw deletedProject();
  return project;
}

/** The key of a call; null for a person, and for a key that was deleted meanwhile. */
const findInfoKey = ({ by, organizationId, projectId }: ProjectCaller) =>
  by.kind === "apiKey" ? db.apiKey.findFirst({ where: { id: by.keyId, organizationId, projectId } }) : null;

/** The member with this ID, or else the first owner. */
async function requireInfoMember(organizationId: string, userId: string | null | undefined) {
  const include = { user: { select: { email: true, name: true } } } as const;
  const member =
    (userId && (await db.member.findFirst({ where: { organizationId, userId }, include }))) ||
    (await db.member.findFirst({
      where: { organizationId, role: "owner" },
      orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
      include,
    }));
  if (!member) throw deletedProject();
  const { user, role } = member;
  return { id: member.userId, email: user.email, name: user.name ?? "", role: toRole(role) };
}

type InfoKey = NonNullable<Awaited<ReturnType<typeof findInfoKey>>>;

const toInfoKey = (key: InfoKey, projectId: string, memberId: string): NonNullable<Info["api_key"]> => ({
  auto_id: toNumber(key.id),
  id: key.id,
  name: key.name,
  project_id: projectId,
  org_member_id: memberId,
  created_at: key.createdAt.toISOString(),
  updated_at: key.createdAt.toISOString(),
  deleted_at: null,
  key: `${key.prefix}...`,
  deleted: false,
});

/** @throws ApiError NotFound if the project was deleted meanwhile */
export async function showSessionInfo(caller: ProjectCaller): Promise<Info> {
  const { organizationId, projectId } = caller;
  const [project, key, owner] = await Promise.all([
    requireInfoProject(organizationId, projectId),
    findInfoKey(caller),
    requireInfoMember(organizationId, null),
  ]);
  const memberId = memberOf(caller) ?? key?.createdBy;
  const member = memberId ? await requireInfoMember(organizationId, memberId) : owner;
  return {
    project: {
      auto_id: toNumber(project.id),
      id: toUuid(project.id),
      nano_id: project.id,
      org_id: toUuid(organizationId),
      name: project.name,
      // Callers who may not see the members do not see the owner of the project.
      email: permissionsOf(caller).has("members:read") ? owner.email : "",
      created_at: project.createdAt.toISOString(),
      updated_at: project.updatedAt.toISOString(),
      ...{ webhook_url: null, event_webhook_url: null, webhook_secret: null, last_subscribed_at: null },
      ...{ triggers_enabled: true, deleted: false, is_new_webhook: true, webhook_version: "V3" },
      org: { ...project.organization, plan: "self-hosted" },
    },
    api_key: key && toInfoKey(key, projectId, member.id),
    org_member: { ...member, metadata: {} },
  };
}

const after = (cursor: Cursor | undefined) =>
  cursor
    ? {
        OR: [
          { createdAt: { gt: new Date(cursor.time) } },
          { createdAt: new Date(cursor.time), organizationId: { gt: cursor.id } },
        ],
      }
    : {};

/** The organizations of a person that they reach by this sign-in or key, oldest membership first. */
export async function listOrganizations(
  { userId, closed = [] }: UserCaller,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Wire<"listOrganizations">> {
  const cursor = readCursor(text);
  const where = { userId, organizationId: { notIn: [...closed] } };
  const [rows, total] = await Promise.all([
    db.member.findMany({
      where: { AND: [where, after(cursor)] },
      orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
      take: limit + 1,
      include: { organization: true },
    }),
    db.member.count({ where }),
  ]);
  const position = (row: (typeof rows)[number]) => ({ time: row.createdAt.toISOString(), id: row.organizationId });
  const { items, ...page } = toPage(rows, total, limit, cursor, position);
  return {
    organizations: items.map(({ organization: { id, name, createdAt } }) => ({
      ...{ id, name, created_at: createdAt.toISOString(), updated_at: createdAt.toISOString() },
    })),
    ...page,
  };
}

/**
 * The organization whose projects a person lists: the named organization, or their first; undefined if they have none.
 * @throws ApiError NotFound for an organization that is not theirs
 */
export async function requireListedOrganization(
  { userId, closed = [] }: UserCaller,
  organizationId: string | undefined,
): Promise<string | undefined> {
  const membership = await db.member.findFirst({
    where: {
      userId,
      organizationId: { notIn: [...closed], ...(organizationId !== undefined && { equals: organizationId }) },
    },
    orderBy: [{ createdAt: "asc" }, { organizationId: "asc" }],
    select: { organizationId: true },
  });
  if (!membership && organizationId !== undefined)
    throw new ApiError("NotFound", `There is no organization ${organizationId.slice(0, 40)} of yours.`, {
      suggestedFix: "List your organizations with GET /api/v3/org/list.",
    });
  return membership?.organizationId;
}
