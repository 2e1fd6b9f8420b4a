/** POST /api/v3/internal/patchbay/projects */
import { accessApi } from "@/lib/access/contract";
import { createProject } from "@/lib/access/projects/projects";
import { toWireProject } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createProject, async ({ body }, { organizationId }) =>
  toWireProject(await createProject(organizationId, body.name)),
);
