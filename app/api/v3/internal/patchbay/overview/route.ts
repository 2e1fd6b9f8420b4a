/** GET /api/v3/internal/patchbay/overview */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { overviewApi } from "@/lib/overview/contract";
import { readOverview } from "@/lib/overview/read-overview";

export const GET = defineRoute(overviewApi.getOverview, (_, { projectId }) => readOverview(projectId));
