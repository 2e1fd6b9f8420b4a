/** GET, PUT /api/v3/internal/patchbay/mcp/sign_in */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpSignInApi } from "@/lib/oauth-server/sign-in-settings.contract";
import { findSignIn, setSignIn, toWireSignIn } from "@/lib/oauth-server/sign-in-settings";

export const GET = defineRoute(mcpSignInApi.getMcpSignIn, async (_, { projectId }) =>
  toWireSignIn(await findSignIn(projectId)),
);

export const PUT = defineRoute(mcpSignInApi.setMcpSignIn, async ({ body }, { projectId }) =>
  toWireSignIn(await setSignIn(projectId, body)),
);
