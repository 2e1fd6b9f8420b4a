/** GET /api/v3/internal/patchbay/own_toolkits/usage */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { readUsage } from "@/lib/own-toolkits/make-room";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";

export const GET = defineRoute(ownToolkitsApi.getOwnToolkitUsage, (_, { projectId }) => readUsage(projectId));
