/** POST /api/v3/custom/toolkits/upsert */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { toWireSlug, upsertServer } from "@/lib/own-toolkits/mcp/register-server";

export const POST = defineRoute(
  customToolkitsApi.upsertCustomToolkit,
  async ({ body }, caller, { signal, requestId }) => {
    const by = { createdBy: actorOf(caller), signal, on: { requestId } };
    return { slug: toWireSlug(await upsertServer(caller.projectId, body.slug, body.toolkit_config, by)) };
  },
);
