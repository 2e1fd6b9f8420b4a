/** GET /api/openapi.json */
import { operations } from "@/lib/api";
import { healthApi } from "@/lib/health/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { openApiText } from "@/lib/http/api-door/open-api-text";

export const GET = defineRoute(healthApi.getOpenApi, async (_, __, { answer }) =>
  openApiText("openapi", operations, answer),
);
