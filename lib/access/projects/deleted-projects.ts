/**
 * Deleted projects. The row stays for a day, without a name and without settings: it marks everything with its id for
 * deletion, so that data which arrives late is deleted too.
 */
import { db, type Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import type { OrganizationActor } from "../caller";
import { announceChange } from "../announce-change";
import { lockAsOwner } from "./lock-as-owner";

const KEPT_SECONDS = 86_400;

/**
 * A project of an organization that can be deleted.
 * @throws ApiError NotFound; Conflict for the only project, because nobody could use the dashboard without a project
 */
export async function requireDeletable(
  tx: Pick<Db, "project">,
  organizationId: string,
  projectId: string,
): Promise<{ name: string }> {
  const project = await tx.project.findFirst({
    where: { id: projectId, organizationId, deletedAt: null },
    select: { name: true },
  });
  if (!project)
    throw new ApiError("NotFound", `There is no project ${projectId.slice(0, 40)} in this organization.`, {
      suggestedFix: "Take the ID from Settings, Project.",
    });
  const others = await tx.project.count({ where: { organizationId, deletedAt: null, id: { not: projectId } } });
  if (others > 0) return project;
  throw new ApiError("Conflict", "This is the only project of the organization, and the dashboard needs one.", {
    suggestedFix: "Create another project first.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Takes a project out of use when `tx` commits: from then on no key, sign-in, address or link finds it, in any copy of
 * the app. Its name is free again.
 * @returns its previous name
 * @throws ApiError Forbidden for a caller who is no longer an owner, NotFound, Conflict
 */
export async function endProjectIn(tx: Db, caller: OrganizationActor, projectId: string): Promise<string> {
  const { organizationId } = caller;
  // Two owners who delete two projects at the same time must not leave the organization without a project.
  await lockAsOwner(tx, caller);
  const { name } = await requireDeletable(tx, organizationId, projectId);
  // Names are unique in an organization. If somebody had taken a predictable name, the project could not be deleted.
  const noName = newToken(`${projectId} `);
  await tx.project.update({ where: { id: projectId }, data: { deletedAt: now(), name: noName, config: {} } });
  await announceChange(tx, "callers");
  return name;
}

/** The time when a project was deleted; null if it is not deleted, or its row is gone. */
export async function findDeletion(projectId: string): Promise<Date | null> {
  const row = await db.project.findFirst({ where: { id: projectId }, select: { deletedAt: true } });
  return row?.deletedAt ?? null;
}

/** Deleted projects whose rows still exist. */
export async function listDeletedProjects(): Promise<string[]> {
  const rows = await db.project.findMany({ where: { deletedAt: { not: null } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Whether all late data of a project that was deleted at this time has arrived. */
export const isLongGone = (deletedAt: Date): boolean => deletedAt < inSeconds(-KEPT_SECONDS);

/** Deletes the row of a deleted project if nothing else of the project is left. */
export async function forgetProject(projectId: string): Promise<void> {
  await db.project.deleteMany({ where: { id: projectId, deletedAt: { not: null } } });
}

/**
 * Rows of this room that belong to a project. Keys of sessions are deleted with their session; the audit trail stays.
 */
export const KEYS_AND_LOGO_OF_PROJECT = [
  batchDelete("api_key", OF_PROJECT),
  batchDelete("project_logo", OF_PROJECT),
  batchDelete("cli_session", OF_PROJECT),
];
