/** GET /api/v3/tools/enum */
import { catalogApi } from "@/lib/catalog/contract";
import { findToolSlugs } from "@/lib/catalog/tools";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(catalogApi.listToolSlugs, (_, { projectId }) => findToolSlugs(projectId));
