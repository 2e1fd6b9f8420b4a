/** GET /.well-known/oauth-protected-resource/{door}/{kind} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { resourceMetadata } from "@/lib/oauth-server/metadata";

export const GET = defineRoute(oauthServerApi.getShortResourceMetadata, ({ params }, _, { answer }) => {
  answer.set("access-control-allow-origin", "*");
  return Promise.resolve(resourceMetadata([params.door, params.kind]));
});
