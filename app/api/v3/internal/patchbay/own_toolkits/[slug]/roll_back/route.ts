/** POST /api/v3/internal/patchbay/own_toolkits/{slug}/roll_back */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { rollBackToolkit } from "@/lib/own-toolkits/drafts";
import { toOwnToolkit } from "@/lib/own-toolkits/own-toolkit-row";

export const POST = defineRoute(ownToolkitsApi.rollBackOwnToolkit, async ({ params, body }, { projectId }) =>
  toOwnToolkit(await rollBackToolkit(projectId, params.slug, body.version)),
);
