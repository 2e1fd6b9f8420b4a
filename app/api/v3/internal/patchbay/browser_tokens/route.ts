/** POST /api/v3/internal/patchbay/browser_tokens */
import { accessApi } from "@/lib/access/contract";
import { createBrowserToken } from "@/lib/access/keys/create-browser-token";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toTokenTools } from "@/lib/reach/to-token-tools";

export const POST = defineRoute(accessApi.createBrowserToken, async ({ body }, caller) => {
  const { id, token, userId, tools, expiresAt } = await createBrowserToken(caller, {
    userId: body.user_id,
    minutes: body.minutes,
    tools: await toTokenTools(caller.projectId, body.tools),
  });
  return { id, token, user_id: userId, tools: [...tools], expires_at: expiresAt.toISOString() };
});
