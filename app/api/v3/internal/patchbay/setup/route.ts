/** GET, POST /api/v3/internal/patchbay/setup */
import { accessApi } from "@/lib/access/contract";
import { completeSetup, isSetupOpen } from "@/lib/access/setup";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(accessApi.getSetup, async ({ query }) => ({ open: await isSetupOpen(query.token) }));

export const POST = defineRoute(accessApi.completeSetup, async ({ body: { organization_name, project_name, ...body } }) => {
  const made = await completeSetup({ ...body, organizationName: organization_name, projectName: project_name });
  return { user: { id: made.userId, email: body.email }, organization_id: made.organizationId, project_id: made.projectId };
});
