/** POST /api/v1/apps/openapi/spec/add */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { addSpec } from "@/lib/legacy/apps/add-spec";
import { ownAppsApi } from "@/lib/legacy/apps/contract";

export const POST = defineRoute(ownAppsApi.addSpec, ({ body }, caller, { signal }) =>
  addSpec(caller.projectId, body, { createdBy: actorOf(caller), signal }),
);
