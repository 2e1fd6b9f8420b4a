/** GET, POST /api/v3/internal/patchbay/setup */
import { accessApi } from "@/lib/access/contract";
import { hasOwner } from "@/lib/access/people/owners";
import { completeSetup, isSetupOpen } from "@/lib/access/sign-in/setup";
import { DEMO_PROJECT, prepareDemo } from "@/lib/demo/prepare-demo";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { env } from "@/lib/kernel/process/env";

export const GET = defineRoute(accessApi.getSetup, async ({ query }) => ({
  open: await isSetupOpen(query.token),
  owner: await hasOwner(),
}));

export const POST = defineRoute(
  accessApi.completeSetup,
  async ({ body: { organization_name, project_name, ...body } }) => {
    const { demo } = env();
    const owner = await completeSetup({
      ...body,
      organizationName: organization_name,
      projectName: demo ? DEMO_PROJECT : project_name,
    });
    if (demo) await prepareDemo(demo);
    return {
      user: { id: owner.userId, email: body.email },
      organization_id: owner.organizationId,
      project_id: owner.projectId,
    };
  },
);
