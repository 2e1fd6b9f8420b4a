/** GET /api/health/ready */
import { countCatalog } from "@/lib/catalog/read/find-toolkits";
import { healthApi } from "@/lib/health/contract";
import { isReady, readHealth } from "@/lib/health/health";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { logState } from "@/lib/logs/record-execution";
import { sandboxLimits, workbenchState } from "@/lib/workbench/workbench-state";

export const GET = defineRawRoute(healthApi.getReadiness, async () => {
  const log = logState();
  const health = await readHealth(countCatalog, { ...workbenchState(), limits: sandboxLimits() }, log);
  const ready = isReady(health, log);
  return Response.json(health, {
    status: ready ? 200 : 503,
    headers: { "cache-control": "no-store", ...(!ready && { "retry-after": "5" }) },
  });
});
