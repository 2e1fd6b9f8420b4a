/** GET /api/v3/internal/action_execution/fields */
import { defineRoute } from "@/lib/http/define-route";
import { toActionFields } from "@/lib/logs/action-search";
import { logsApi } from "@/lib/logs/contract";

export const GET = defineRoute(logsApi.listActionFields, async () => ({ fields: toActionFields() }));
