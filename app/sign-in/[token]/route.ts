/** GET, POST /sign-in/{token}: the page of a sign-in link. */
import { brandingOf } from "@/lib/access/branding";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { BROWSER_SECONDS } from "@/lib/sign-in-links/links";
import { showSignIn, submitSignIn } from "@/lib/sign-in-links/sign-in-page";

export const GET = defineRawRoute(signInLinksApi.showSignIn, async (_request, _caller, { params }) =>
  toPersonResponse(await showSignIn(params.token ?? "", brandingOf)),
);

export const POST = defineRawRoute(signInLinksApi.submitSignIn, async (request, _caller, { params }) => {
  await readOwnForm(request);
  const { answer, cookie } = await submitSignIn(params.token ?? "");
  const response = toPersonResponse(answer);
  if (cookie) response.headers.append("set-cookie", toEndUserCookie(cookie, BROWSER_SECONDS));
  return response;
});
