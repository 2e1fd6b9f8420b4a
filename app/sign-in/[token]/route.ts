/** GET, POST /sign-in/{token}: the page of a sign-in link. */
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readEndUserCookie, toEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { COOKIE_SECONDS } from "@/lib/sign-in-links/links";
import { showSignIn, submitSignIn, type Visit } from "@/lib/sign-in-links/sign-in-page";

const toVisit = (request: Request, facts: { url: URL; requestId: string }): Visit => ({
  language: toVisitor(readVisitor(request, facts)).language,
  cookie: readEndUserCookie(request),
});

export const GET = defineRawRoute(signInLinksApi.showSignIn, async (request, _caller, facts) => {
  return toPersonResponse(await showSignIn(facts.params.token ?? "", toVisit(request, facts)));
});

export const POST = defineRawRoute(signInLinksApi.submitSignIn, async (request, _caller, facts) => {
  await readOwnForm(request);
  const { answer, cookie } = await submitSignIn(facts.params.token ?? "", toVisit(request, facts));
  const response = toPersonResponse(answer);
  if (cookie) response.headers.append("set-cookie", toEndUserCookie(cookie, COOKIE_SECONDS));
  return response;
});
