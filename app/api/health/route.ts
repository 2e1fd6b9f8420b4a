/** GET /api/health */
import { countCatalog } from "@/lib/catalog/read/find-toolkits";
import { healthApi } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/health";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { logState } from "@/lib/logs/record-execution";
import { sandboxLimits, workbenchState } from "@/lib/workbench/workbench-state";

export const GET = defineRoute(healthApi.getHealth, () =>
  readHealth(countCatalog, { ...workbenchState(), limits: sandboxLimits() }, logState()),
);
