/** POST /api/v3/internal/patchbay/redirect_test */
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { testRedirect } from "@/lib/auth-configs/test-redirect";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(authConfigsApi.testRedirect, async ({ body }, { projectId }) =>
  testRedirect(projectId, body.oauth_redirect_uri),
);
