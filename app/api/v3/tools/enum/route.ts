/** GET /api/v3/tools/enum */
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { findToolSlugsText } from "@/lib/catalog/read/find-tool";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogDetailsApi.listToolSlugs,
  async (_, { projectId }) => {
    const text = await findToolSlugsText(projectId);
    return new JsonText(() => text);
  },
  rules.readsCatalog,
);
