/** PATCH, DELETE /api/v3/custom/toolkits/{slug} */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { deleteToolkit } from "@/lib/own-toolkits/delete-toolkit";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { requireOwnSlug, toWireSlug, updateServer } from "@/lib/own-toolkits/mcp/register-server";

export const PATCH = defineRoute(customToolkitsApi.updateCustomToolkit, async ({ params, body }, caller) => {
  const slug = await updateServer(caller.projectId, params.slug, body.toolkit_config, actorOf(caller));
  return { slug: toWireSlug(slug) };
});

export const DELETE = defineRoute(customToolkitsApi.deleteCustomToolkit, async ({ params, query }, { projectId }) => {
  const slug = await requireOwnSlug(projectId, params.slug);
  const { revokeJobs, configs, accounts } = await deleteToolkit(projectId, slug, { revoke: query.revoke_on_delete });
  return {
    slug: toWireSlug(slug),
    deleted: true,
    revoke_job_ids: revokeJobs,
    auth_configs_deleted: configs,
    connected_accounts_deleted: accounts,
    // The names of the published pages; the official client reads those above.
    auth_configs_soft_deleted: configs,
    connected_accounts_soft_deleted: accounts,
  };
});
