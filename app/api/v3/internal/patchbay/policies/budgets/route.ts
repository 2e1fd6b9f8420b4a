/** GET /api/v3/internal/patchbay/policies/budgets */
import { listBudgets } from "@/lib/execution/list-budgets";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { policiesApi } from "@/lib/policies/contract";

export const GET = defineRoute(policiesApi.listBudgets, (_, { projectId }) => listBudgets(projectId));
