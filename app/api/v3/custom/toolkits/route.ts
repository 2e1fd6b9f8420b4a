/** POST /api/v3/custom/toolkits */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { registerServer, toWireSlug } from "@/lib/own-toolkits/mcp/register-server";

export const POST = defineRoute(
  customToolkitsApi.createCustomToolkit,
  async ({ body }, caller, { signal, requestId }) => {
    const { user_id: userId, slug, toolkit_config: config } = body;
    const by = { createdBy: actorOf(caller), signal, on: { requestId } };
    return { slug: toWireSlug(await registerServer(caller.projectId, { userId, slug, config }, by)) };
  },
);
