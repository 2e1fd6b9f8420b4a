/** GET, PATCH, DELETE /api/v3/internal/patchbay/own_toolkits/{slug} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { deleteToolkit } from "@/lib/own-toolkits/delete-toolkit";
import { updateToolkit } from "@/lib/own-toolkits/drafts";
import { requireOwnToolkit, toOwnToolkit } from "@/lib/own-toolkits/own-toolkit-row";

export const GET = defineRoute(ownToolkitsApi.getOwnToolkit, async ({ params }, { projectId }) =>
  toOwnToolkit(await requireOwnToolkit(projectId, params.slug)),
);

export const PATCH = defineRoute(ownToolkitsApi.updateOwnToolkit, async ({ params, body }, { projectId }, { signal }) =>
  toOwnToolkit(await updateToolkit(projectId, params.slug, body, { signal })),
);

export const DELETE = defineRoute(ownToolkitsApi.deleteOwnToolkit, async ({ params, query }, { projectId }) => {
  const { revokeJobs, configs, accounts } = await deleteToolkit(projectId, params.slug, {
    revoke: query.revoke_on_delete,
  });
  return {
    deleted: true,
    revoke_job_ids: revokeJobs,
    auth_configs_deleted: configs,
    connected_accounts_deleted: accounts,
  };
});
