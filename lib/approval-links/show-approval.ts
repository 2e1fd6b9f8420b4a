/** The page of a link to a call that waits: the call with all of its arguments, and two buttons. */
import { recordAuditIn } from "@/lib/access/record-audit";
import { brandingOf } from "@/lib/access/projects/branding";
import { requireProject } from "@/lib/access/projects/projects";
import { ApiError } from "@/lib/kernel/errors";
import { html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { lookOf, noticePage, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { approvingTexts, fillText } from "@/lib/hosted-pages/texts";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { decideCall, type Decider } from "@/lib/sessions/approvals/decide-call";
import { countEqual } from "@/lib/sessions/approvals/find-covered";
import { CALL_STYLE, readDecision, toCallParts } from "./to-call-parts";
import { approvalLinksApi } from "./contract";
import { memberRecorder } from "./member-recorder";
import { openApprovalLink, toParty, useUpApprovalLink, type OpenedLink, type ReadyLink } from "./open-approval-link";

/** The request of a browser. */
export type Visit = { language: Language; requestId: string; address: string | undefined };

const STATUS = { unknown: 404, expired: 410, replay: 410, decided: 410, changed: 409 } as const;

async function renderNotice(link: Exclude<OpenedLink, ReadyLink>, language: Language): Promise<Page> {
  const branding = link.state === "unknown" ? undefined : await brandingOf(link.projectId);
  return noticePage(STATUS[link.state], language, approvingTexts(language)[link.state], { branding, languages: {} });
}

async function renderCall({ approver, call, projectId }: ReadyLink, language: Language): Promise<Page> {
  const texts = approvingTexts(language);
  const [branding, identical] = await Promise.all([brandingOf(projectId), countEqual(call)]);
  return renderFrame({
    status: 200,
    language,
    title: `${texts.title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      toCallParts({ call, identical }, { app: branding.name, language }),
      html`<footer>${fillText(texts.footer, { approver })}</footer>`,
    ]),
    ...lookOf(branding),
    style: CALL_STYLE,
    languages: {},
  });
}

/** Shows the call; nothing is decided by opening the link. */
export async function showApproval(token: string, { language }: Visit): Promise<Page> {
  const link = await openApprovalLink(token);
  return link.state === "ready" ? renderCall(link, language) : renderNotice(link, language);
}

/** Records under the name of the person who got the link. */
async function toRecorder(
  { projectId, approver, member, id: via }: ReadyLink,
  { requestId, address }: Visit,
): Promise<NonNullable<Decider["record"]>> {
  const operation = approvalLinksApi.submitApprovalLink.id;
  if (member) return memberRecorder(projectId, member, { operation, requestId, address, via });
  const { organizationId } = await requireProject(projectId);
  const caller = { kind: "endUser", organizationId, projectId, userId: approver } as const;
  return async (action, target, tx) =>
    void (await recordAuditIn(tx, {
      ...{ caller, action, target, operation },
      ...{ outcome: "done", status: 200, requestId, address },
    }));
}

/** Decides by a form of the page. A form without a decision shows the page again. */
export async function submitApproval(
  token: string,
  form: Readonly<Record<string, string>>,
  visit: Visit,
): Promise<Page> {
  const link = await openApprovalLink(token);
  const { language } = visit;
  if (link.state !== "ready") return renderNotice(link, language);
  const { projectId, approver, call } = link;
  const decision = readDecision(form.decision);
  if (!decision) return renderCall(link, language);
  const record = await toRecorder(link, visit);
  try {
    const decider = { id: link.member?.id ?? link.id, name: approver, party: toParty(link.member), record };
    await decideCall(projectId, call.id, decision, decider);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "Conflict") throw error;
    return renderNotice({ state: "decided", projectId }, language);
  }
  // The call is decided once, whatever happens here: a link that is not used up finds it decided.
  await useUpApprovalLink(link);
  const texts = approvingTexts(language);
  const branding = await brandingOf(projectId);
  return noticePage(200, language, decision.decision === "deny" ? texts.denied : texts.allowed, {
    branding,
    languages: {},
  });
}
