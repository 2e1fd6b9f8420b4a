/** GET /api/openapi.json */
import { operations } from "@/lib/api";
import { openApiDocument } from "@/lib/contract/openapi";
import { healthApi } from "@/lib/health/contract";
import { defineRoute } from "@/lib/http/define-route";
import { env } from "@/lib/kernel/env";
import { VERSION } from "@/lib/kernel/version";

export const GET = defineRoute(healthApi.getOpenApi, async () => ({
  ...openApiDocument(operations, { version: VERSION, serverUrl: env().publicUrl }),
}));
