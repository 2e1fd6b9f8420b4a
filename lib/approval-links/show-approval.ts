/** The page of a link to a call that waits: the call with all of its arguments, and two buttons. */
import { recordAudit } from "@/lib/access/record-audit";
import { type Branding, brandingOf } from "@/lib/access/projects/branding";
import { requireProject } from "@/lib/access/projects/projects";
import { showHidden } from "@/lib/contract/display/show-hidden";
import { ApiError } from "@/lib/kernel/errors";
import { html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { lookOf, noticePage, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { approvingTexts, fillText } from "@/lib/hosted-pages/texts";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { approvalLinksApi } from "./contract";
import { openApprovalLink, useUpApprovalLink, type OpenedLink, type ReadyLink } from "./open-approval-link";

/** The request of a browser. */
export type Visit = { language: Language; requestId: string; address: string | undefined };

const STYLE = `
pre{margin:0 0 12px;padding:12px;border:1px solid var(--edge);border-radius:10px;background:var(--ground);
white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
`;

const STATUS = { unknown: 404, expired: 410, replay: 410, decided: 410, changed: 409 } as const;

async function renderNotice(link: Exclude<OpenedLink, ReadyLink>, language: Language): Promise<Page> {
  const branding = link.state === "unknown" ? undefined : await brandingOf(link.projectId);
  return noticePage(STATUS[link.state], language, approvingTexts(language)[link.state], { branding, languages: {} });
}

function toPage({ approver, call }: ReadyLink, branding: Branding, language: Language): Page {
  const texts = approvingTexts(language);
  const { title, arguments: args, asked_once: isWide, account, tool_slug: tool, user_id: user } = toApproval(call);
  const named = { app: branding.name, tool, user, approver, account: account?.id ?? "" };
  return renderFrame({
    status: 200,
    language,
    title: `${texts.title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>${texts.title}</h1>`,
      html`<p><b>${showHidden(title)}</b></p>`,
      html`<p>${fillText(texts.wants, named)}</p>`,
      account ? html`<p>${fillText(texts.account, named)}</p>` : undefined,
      html`<h2>${texts.details}</h2>`,
      html`<pre tabindex="0">${showHidden(JSON.stringify(args, null, 2))}</pre>`,
      html`<p>${isWide ? texts.countsForSession : texts.countsOnce}</p>`,
      html`<form method="post"><button type="submit" name="decision" value="once">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="second">${texts.deny}</button></form>`,
      html`<footer>${fillText(texts.footer, named)}</footer>`,
    ]),
    ...lookOf(branding),
    style: STYLE,
    languages: {},
  });
}

/** Shows the call; nothing is decided by opening the link. */
export async function showApproval(token: string, { language }: Visit): Promise<Page> {
  const link = await openApprovalLink(token);
  return link.state === "ready"
    ? toPage(link, await brandingOf(link.projectId), language)
    : renderNotice(link, language);
}

/** Records under the name of the person who got the link. */
async function record(
  { projectId, approver }: ReadyLink,
  { requestId, address }: Visit,
  action: string,
  target: string,
) {
  const { organizationId } = await requireProject(projectId);
  await recordAudit({
    caller: { kind: "endUser", organizationId, projectId, userId: approver },
    ...{ action, target, operation: approvalLinksApi.submitApprovalLink.id },
    ...{ outcome: "done", status: 200, requestId, address },
  });
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
  const { decision } = form;
  if (decision !== "once" && decision !== "deny") return toPage(link, await brandingOf(projectId), language);
  const toRecord = (action: string, target: string) => record(link, visit, action, target);
  try {
    await decideCall(projectId, call.id, { decision }, { id: link.id, name: approver, record: toRecord });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "Conflict") throw error;
    return renderNotice({ state: "decided", projectId }, language);
  }
  // The call is decided once, whatever happens here: a link that is not used up finds it decided.
  await useUpApprovalLink(link);
  await toRecord("approval.decide", call.id);
  const texts = approvingTexts(language);
  const branding = await brandingOf(projectId);
  return noticePage(200, language, decision === "deny" ? texts.denied : texts.allowed, { branding, languages: {} });
}
