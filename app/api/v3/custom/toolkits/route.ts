/** POST /api/v3/custom/toolkits */
import { actorOf } from "@/lib/access/caller";
import { toLinkTerms } from "@/lib/connected-accounts/manage/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { registerServer, toWireSlug } from "@/lib/own-toolkits/mcp/register-server";

export const POST = defineRoute(
  customToolkitsApi.createCustomToolkit,
  async ({ body }, caller, { signal, requestId }) => {
    const { user_id: userId, slug: name, toolkit_config: config } = body;
    const linkTerms = toLinkTerms(caller.settings);
    const by = { createdBy: actorOf(caller), signal, on: { requestId }, linkTerms };
    const { slug, connectLink } = await registerServer(caller.projectId, { userId, slug: name, config }, by);
    return { slug: toWireSlug(slug), ...(connectLink !== undefined && { connect_link: connectLink }) };
  },
);
