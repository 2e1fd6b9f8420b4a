/** POST /api/v3/internal/patchbay/sign_in_links */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { createLink } from "@/lib/sign-in-links/links";

export const POST = defineRoute(signInLinksApi.createSignInLink, async ({ body }, caller) => {
  const { id, url, expiresAt } = await createLink(caller.projectId, {
    userId: body.user_id,
    returnTo: body.return_to,
    destination: body.destination,
    createdBy: actorOf(caller),
    seconds: body.expires_in_seconds,
  });
  return { id, url, expires_at: expiresAt.toISOString() };
});
