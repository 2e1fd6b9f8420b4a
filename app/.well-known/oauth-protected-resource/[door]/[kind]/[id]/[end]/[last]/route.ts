/** GET /.well-known/oauth-protected-resource/{door}/{kind}/{id}/{end}/{last} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { resourceMetadata } from "@/lib/oauth-server/metadata";

export const GET = defineRoute(oauthServerApi.getLongestResourceMetadata, ({ params }, _, { answer }) => {
  answer.set("access-control-allow-origin", "*");
  return Promise.resolve(resourceMetadata([params.door, params.kind, params.id, params.end, params.last]));
});
