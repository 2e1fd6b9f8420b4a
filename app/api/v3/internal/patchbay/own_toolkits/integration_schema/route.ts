/** GET /api/v3/internal/patchbay/own_toolkits/integration_schema */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { integrationSchema } from "@/lib/own-toolkits/integration-file";

export const GET = defineRoute(ownToolkitsApi.getIntegrationSchema, () => Promise.resolve(integrationSchema()));
