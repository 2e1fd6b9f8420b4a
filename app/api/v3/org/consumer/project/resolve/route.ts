/** POST /api/v3/org/consumer/project/resolve */
import { accessApi } from "@/lib/access/contract";
import { resolveConsumerProject } from "@/lib/access/people/resolve-consumer-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.resolveConsumerProject, (_, caller, { headers }) =>
  resolveConsumerProject(caller, headers.get("x-org-id") || undefined),
);
