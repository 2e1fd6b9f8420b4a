/** POST /api/v3/internal/patchbay/policies/simulate */
import { simulatePolicy } from "@/lib/execution/simulate-policy";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { policiesApi } from "@/lib/policies/contract";

export const POST = defineRoute(policiesApi.simulatePolicy, ({ body }, { projectId }) =>
  simulatePolicy(projectId, body),
);
