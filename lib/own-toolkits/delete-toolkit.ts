/** Deletes a toolkit of a project's own with everything that hangs on it. */
import { deleteAuthConfig } from "@/lib/auth-configs/delete-auth-config";
import { deleteOwnToolkit, inOwnToolkitTurn } from "@/lib/catalog/load/store-own-toolkit";
import { forgetSearch } from "@/lib/catalog/read/search-tools";
import { countAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { prepareDeletionOfAll } from "@/lib/connected-accounts/manage/delete-account";
import { prepareDetachment } from "@/lib/mcp/servers/prepare-detachment";
import { findConfigs } from "./find-configs";
import { requireOwnToolkit } from "./own-toolkit-row";

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

export type DeletedToolkit = { revokeJobs: string[]; configs: number; accounts: number };

/** Deletes an auth config as its own operation does. Returns the revocation's job, if there is one. */
async function endConfig(projectId: string, id: string, revoke: boolean): Promise<string | undefined> {
  const deleteAccounts = await prepareDeletionOfAll(projectId, id, revoke);
  const servers = await prepareDetachment(projectId, id);
  const job = await deleteAuthConfig(projectId, id, async (tx) => {
    await servers.detach(tx);
    return deleteAccounts(tx);
  });
  servers.forget();
  return job;
}

/**
 * Deletes auth configs one by one, each with its accounts; then tools, versions and the source. If it stops in between,
 * it can be repeated.
 * @param revoke whether jobs revoke the accounts at the provider
 * @throws ApiError NotFound
 */
export async function deleteToolkit(
  projectId: string,
  slug: string,
  { revoke = true }: { revoke?: boolean | undefined } = {},
): Promise<DeletedToolkit> {
  await requireOwnToolkit(projectId, slug);
  const configs = (await findConfigs(projectId, slug)).map(({ id }) => id);
  const counts = await countAccounts(projectId, configs);
  const revokeJobs: string[] = [];
  for (const id of configs) {
    const job = await endConfig(projectId, id, revoke);
    if (job) revokeJobs.push(job);
  }
  await inOwnToolkitTurn(projectId, async (tx) => {
    await deleteOwnToolkit(tx, projectId, slug);
    await tx.addedTool.deleteMany({ where: { projectId, toolkitSlug: slug } });
    await tx.ownToolkitVersion.deleteMany({ where: { projectId, slug } });
    await tx.ownToolkit.deleteMany({ where: { projectId, slug } });
  });
  forgetSearch();
  return { revokeJobs, configs: configs.length, accounts: sumOf(counts) };
}
