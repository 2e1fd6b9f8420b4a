/** GET /oauth/client-document */
import { clientDocument } from "@/lib/connected-accounts/oauth/client-document";
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(connectPagesApi.getClientDocument, (_, __, { answer }) => {
  answer.set("cache-control", "public, max-age=3600");
  return Promise.resolve(clientDocument());
});
