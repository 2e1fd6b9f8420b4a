/** GET /api/v3/internal/sdk/realtime/credentials */
import { watchedIdOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { credentialsFor } from "@/lib/realtime/authorize-channel";
import { realtimeApi } from "@/lib/realtime/contract";

export const GET = defineRoute(realtimeApi.getRealtimeCredentials, (_, caller) =>
  Promise.resolve(credentialsFor(caller.projectId, watchedIdOf(caller))),
);
