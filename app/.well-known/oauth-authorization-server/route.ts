/** GET /.well-known/oauth-authorization-server */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { serverMetadata } from "@/lib/oauth-server/metadata";

export const GET = defineRoute(oauthServerApi.getOAuthServerMetadata, (_, __, { answer }) => {
  answer.set("access-control-allow-origin", "*");
  return Promise.resolve(serverMetadata());
});
