/** POST /api/v3/internal/patchbay/own_toolkits/preview */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { previewToolkit } from "@/lib/own-toolkits/drafts";

export const POST = defineRoute(ownToolkitsApi.previewOwnToolkit, async ({ body }, { projectId }, { signal }) => {
  const report = await previewToolkit(projectId, body, signal);
  return new JsonText(() => report);
});
