/** POST /api/v3/internal/patchbay/own_toolkits/{slug}/publish */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { publishToolkit } from "@/lib/own-toolkits/drafts";
import { toOwnToolkit } from "@/lib/own-toolkits/own-toolkit-row";

export const POST = defineRoute(ownToolkitsApi.publishOwnToolkit, async ({ params }, caller, { signal }) => {
  const who = { createdBy: actorOf(caller), signal };
  const { row, version, changed } = await publishToolkit(caller.projectId, params.slug, who);
  return { toolkit: toOwnToolkit(row), version, changed };
});
