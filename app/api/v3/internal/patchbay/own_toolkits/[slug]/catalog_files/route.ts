/** GET /api/v3/internal/patchbay/own_toolkits/{slug}/catalog_files */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";
import { readCatalogFiles } from "@/lib/own-toolkits/read-source";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";

export const GET = defineRoute(
  ownToolkitsApi.getOwnToolkitCatalogFiles,
  async ({ params }, { projectId }, { signal }) => {
    const text = await readCatalogFiles(projectId, params.slug, signal);
    return new JsonText(() => [text]);
  },
);
