/** GET, POST /api/v3/internal/patchbay/own_toolkits */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { createToolkit } from "@/lib/own-toolkits/drafts";
import { listOwnToolkits, toOwnToolkit } from "@/lib/own-toolkits/own-toolkit-row";

export const GET = defineRoute(ownToolkitsApi.listOwnToolkits, async (_, { projectId }) => ({
  items: (await listOwnToolkits(projectId)).map(toOwnToolkit),
}));

export const POST = defineRoute(ownToolkitsApi.createOwnToolkit, async ({ body }, caller, { signal }) =>
  toOwnToolkit(await createToolkit(caller.projectId, body, { createdBy: actorOf(caller), signal })),
);
