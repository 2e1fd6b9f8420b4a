/** The pages of calls about which a user decides: the list, and one call. Pure. */
import type { ParkedCall } from "@/generated/prisma/client";
import type { Branding } from "@/lib/access/projects/branding";
import { CALL_STYLE, type ShownCall, toCallParts } from "@/lib/approval-links/to-call-parts";
import { showHidden } from "@/lib/contract/display/show-hidden";
import { fillHtml, html, type Html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { lookOf, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { approvingTexts, fillText } from "@/lib/hosted-pages/texts";
import { toHead } from "@/lib/hosted-pages/to-marks";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { DESTINATIONS } from "@/lib/sign-in-links/links";
import { toLeaveForm } from "./to-leave-form";
import { LIST_STYLE } from "./list-page";
import { soon } from "./relative-time";

export const APPROVALS_PATH = DESTINATIONS.approvals;

export type ApprovalsPage = {
  language: Language;
  /** The query that keeps the language of a person; empty for the language of the browser. */
  query: string;
  branding: Branding;
  userId: string;
  /** When the sign-in ends. */
  until: Date;
  present: Date;
};

const pathOf = ({ id }: ParkedCall, query: string): string => `${APPROVALS_PATH}/${encodeURIComponent(id)}${query}`;

function toRow(call: ParkedCall, { language, present, query }: ApprovalsPage): Html {
  const texts = approvingTexts(language);
  const title = showHidden(toApproval(call, { identical: 0, mayDecide: true }).title);
  return html`<li class="row">${joined([
    html`<h2>${title}</h2>`,
    html`<p><code>${call.toolSlug}</code></p>`,
    html`<p class="soft">${fillHtml(texts.expires, { time: soon(call.expiresAt, present, language) })}</p>`,
    html`<div class="acts"><a class="act" href="${pathOf(call, query)}" aria-label="${texts.look}: ${title}">${texts.look}</a></div>`,
  ])}</li>`;
}

export function toApprovalsPage(calls: readonly ParkedCall[], page: ApprovalsPage): Page {
  const { branding, language } = page;
  const texts = approvingTexts(language);
  return renderFrame({
    status: 200,
    language,
    title: `${texts.listTitle} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>${texts.listTitle}</h1>`,
      html`<p>${calls.length > 0 ? fillText(texts.listIntro, { app: branding.name }) : texts.none}</p>`,
      calls.length > 0 ? html`<ul class="rows">${calls.map((call) => toRow(call, page))}</ul>` : undefined,
      toLeaveForm({ ...page, path: APPROVALS_PATH }),
    ]),
    ...lookOf(branding),
    style: LIST_STYLE,
    languages: {},
  });
}

export const backToApprovals = ({ language, query }: Pick<ApprovalsPage, "language" | "query">) => ({
  href: APPROVALS_PATH + query,
  words: approvingTexts(language).back,
});

export function toCallPage(call: ShownCall, page: ApprovalsPage): Page {
  const { branding, language, query } = page;
  const texts = approvingTexts(language);
  const back = backToApprovals(page);
  return renderFrame({
    status: 200,
    language,
    title: `${texts.title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      toCallParts(call, { app: branding.name, language, action: pathOf(call.call, query) }),
      html`<a class="go second" href="${back.href}">${back.words}</a>`,
    ]),
    ...lookOf(branding),
    style: CALL_STYLE,
    languages: {},
  });
}
