/** What the pages of a signed-in user know of a request. */
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { addressOf } from "@/lib/http/api-door/address-of";
import { readEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readVisitor } from "@/lib/http/page-door/person-page";
import type { Visit } from "@/lib/my-connections/enter";

export const toVisit = (request: Request, facts: { url: URL; requestId: string }): Visit => ({
  language: toVisitor(readVisitor(request, facts)).language,
  search: facts.url.searchParams,
  cookie: readEndUserCookie(request),
  address: addressOf(request),
  requestId: facts.requestId,
});
