/**
 * Ends a project in one transaction. After the commit, no part of the project answers any caller. A job (`purge`)
 * deletes its data afterwards.
 */
import type { OrganizationActor } from "@/lib/access/caller";
import { endProjectIn, requireDeletable } from "@/lib/access/projects/deleted-projects";
import { prepareEndOfAccounts } from "@/lib/connected-accounts/manage/delete-account";
import { db } from "@/lib/kernel/database/db";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { endGrantsOfProject } from "@/lib/oauth-server/project-end";
import { endSignInLinks } from "@/lib/sign-in-links/project-end";
import { endTriggers } from "@/lib/triggers/project-end";
import { endReceivers } from "@/lib/webhooks/project-end";
import { announceProjectEnd } from "@/lib/workbench/project-end";
import { PURGE } from "./purge";

/** For a hundred thousand accounts. */
const MAX_MS = 120_000;

export type EndedProject = { name: string; revokeJobId: string | undefined };

/**
 * Deletes a project of the caller's organization.
 * @param revoke whether the access of its accounts is revoked at the providers
 * @throws ApiError Forbidden if the caller is not an owner, NotFound, Conflict for the only project of the organization
 */
export async function deleteProject(
  caller: OrganizationActor,
  projectId: string,
  revoke: boolean,
): Promise<EndedProject> {
  // Before anything of it is read: it may be another tenant's. The transaction asks again.
  await requireDeletable(db, caller.organizationId, projectId);
  const endAccounts = await prepareEndOfAccounts(projectId, revoke);
  const project = await db.$transaction(
    async (tx) => {
      const name = await endProjectIn(tx, caller, projectId);
      const revokeJobId = await endAccounts(tx);
      await endGrantsOfProject(tx, projectId);
      await endSignInLinks(tx, projectId);
      await endTriggers(tx, projectId);
      await endReceivers(tx, projectId);
      await announceProjectEnd(tx, projectId);
      await enqueue(tx, PURGE, { projectId }, { key: projectId });
      return { name, revokeJobId };
    },
    { maxWait: 10_000, timeout: MAX_MS },
  );
  return project;
}
