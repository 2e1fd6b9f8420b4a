/** GET, POST /approve/{token}: the page of a link to a call that waits. */
import { showApproval, submitApproval, type Visit } from "@/lib/approval-links/show-approval";
import { approvalLinksApi } from "@/lib/approval-links/contract";
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { addressOf } from "@/lib/http/api-door/address-of";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOwnForm, readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";

const toVisit = (request: Request, facts: { url: URL; requestId: string }): Visit => ({
  language: toVisitor(readVisitor(request, facts)).language,
  requestId: facts.requestId,
  address: addressOf(request),
});

export const GET = defineRawRoute(approvalLinksApi.showApprovalLink, async (request, _caller, facts) =>
  toPersonResponse({ page: await showApproval(facts.params.token ?? "", toVisit(request, facts)) }),
);

export const POST = defineRawRoute(approvalLinksApi.submitApprovalLink, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  return toPersonResponse({ page: await submitApproval(facts.params.token ?? "", form, toVisit(request, facts)) });
});
