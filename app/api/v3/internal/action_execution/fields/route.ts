/** GET /api/v3/internal/action_execution/fields */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toActionFields } from "@/lib/logs/actions/to-action-fields";
import { actionLogsApi } from "@/lib/logs/actions/contract";

export const GET = defineRoute(actionLogsApi.listActionFields, async () => ({ fields: toActionFields() }));
