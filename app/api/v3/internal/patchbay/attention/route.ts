/** GET /api/v3/internal/patchbay/attention */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { overviewApi } from "@/lib/overview/contract";
import { readAttention } from "@/lib/overview/read-attention";

export const GET = defineRoute(overviewApi.getAttention, (_, { projectId }) => readAttention(projectId));
