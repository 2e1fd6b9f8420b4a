/** POST /api/v3/custom/toolkits/sync */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { requireOwnSlug, toWireSlug } from "@/lib/own-toolkits/mcp/register-server";
import { syncServer } from "@/lib/own-toolkits/mcp/sync-server";

export const POST = defineRoute(
  customToolkitsApi.syncCustomToolkit,
  async ({ body }, caller, { signal, requestId }) => {
    const slug = await requireOwnSlug(caller.projectId, body.slug);
    const { version, synced } = await syncServer(caller.projectId, slug, {
      accountId: body.connected_account_id,
      createdBy: actorOf(caller),
      signal,
      on: { requestId },
    });
    return { slug: toWireSlug(slug), version, synced_count: synced };
  },
);
