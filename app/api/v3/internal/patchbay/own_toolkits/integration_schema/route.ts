/** GET /api/v3/internal/patchbay/own_toolkits/integration_schema */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { handFileSchema } from "@/lib/own-toolkits/hand-entry";

export const GET = defineRoute(ownToolkitsApi.getIntegrationSchema, () => Promise.resolve(handFileSchema()));
