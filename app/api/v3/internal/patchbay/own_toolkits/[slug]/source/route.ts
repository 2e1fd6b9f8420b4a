/** GET /api/v3/internal/patchbay/own_toolkits/{slug}/source */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { readSource } from "@/lib/own-toolkits/drafts";

export const GET = defineRoute(ownToolkitsApi.getOwnToolkitSource, ({ params }, { projectId }) =>
  readSource(projectId, params.slug),
);
