/** GET /api/health/ready */
import { countCatalogue } from "@/lib/catalog/read/toolkits";
import { healthApi } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/health";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { logState } from "@/lib/logs/tool-logs";
import { sandboxLimits, workbenchState } from "@/lib/workbench/state";

export const GET = defineRawRoute(healthApi.getReadiness, async () => {
  const health = await readHealth(countCatalogue, { ...workbenchState(), limits: sandboxLimits() }, logState());
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store", ...(health.status !== "ok" && { "retry-after": "5" }) },
  });
});
