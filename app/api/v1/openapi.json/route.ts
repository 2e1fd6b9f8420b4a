/** GET /api/v1/openapi.json */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { openApiText } from "@/lib/http/api-door/open-api-text";
import { legacyApi } from "@/lib/legacy/contract";
import { olderProjectApi } from "@/lib/legacy/project/contract";

export const GET = defineRoute(olderProjectApi.getOlderOpenApi, async (_, __, { answer }) =>
  openApiText("openapi.older", Object.values(legacyApi), answer),
);
