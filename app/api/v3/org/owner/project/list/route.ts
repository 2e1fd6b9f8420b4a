/** GET /api/v3/org/owner/project/list */
import { accessApi } from "@/lib/access/contract";
import { listPublishedProjects } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listOwnerProjects, ({ query }, caller) =>
  listPublishedProjects(
    { organizationId: caller.organizationId, userId: caller.kind === "project" ? caller.by.userId : undefined },
    query,
  ),
);
