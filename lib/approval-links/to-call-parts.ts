/** A waiting call on the pages for people without a sign-in here: all that it does, and the buttons. Pure. */
import type { ParkedCall } from "@/generated/prisma/client";
import { showHidden } from "@/lib/contract/display/show-hidden";
import { html, type Html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { approvingTexts, fillText } from "@/lib/hosted-pages/texts";
import type { DecisionInput } from "@/lib/sessions/approvals/decide-call";
import { toApproval } from "@/lib/sessions/approvals/wire";

export const CALL_STYLE = `
pre{margin:0 0 12px;padding:12px;border:1px solid var(--edge);border-radius:10px;background:var(--ground);
white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
`;

/** `identical`: how many other calls wait that do exactly the same. */
export type ShownCall = { call: ParkedCall; identical: number };

/** @param action where the form goes; the page itself if left out */
const toForm = (identical: number, language: Language, action: string | undefined): Html => {
  const texts = approvingTexts(language);
  const all = fillText(texts.allowAll, { count: String(identical + 1) });
  return joined([
    html`<form method="post"${action === undefined ? "" : html` action="${action}"`}>`,
    html`<button type="submit" name="decision" value="once">${texts.allow}</button>`,
    identical > 0 ? html`<button type="submit" name="decision" value="all" class="second">${all}</button>` : undefined,
    html`<button type="submit" name="decision" value="deny" class="second">${texts.deny}</button></form>`,
  ]);
};

/** The call in words and with all of its arguments, and the form that decides about it. */
export function toCallParts(
  { call, identical }: ShownCall,
  { app, language, action }: { app: string; language: Language; action?: string },
): Html {
  const texts = approvingTexts(language);
  const {
    title,
    arguments: args,
    asked_once: isWide,
    account,
    tool_slug: tool,
    user_id: user,
  } = toApproval(call, { identical, mayDecide: true });
  const values = { app, tool, user, account: account?.id ?? "", count: String(identical) };
  return joined([
    html`<h1>${texts.title}</h1>`,
    html`<p><b>${showHidden(title)}</b></p>`,
    html`<p>${fillText(texts.wants, values)}</p>`,
    account ? html`<p>${fillText(texts.account, values)}</p>` : undefined,
    html`<h2>${texts.details}</h2>`,
    html`<pre tabindex="0">${showHidden(JSON.stringify(args, null, 2))}</pre>`,
    html`<p>${isWide ? texts.countsForSession : texts.countsOnce}</p>`,
    identical > 0 ? html`<p>${fillText(texts.identical, values)}</p>` : undefined,
    toForm(identical, language, action),
  ]);
}

/** The decision of a form; undefined for any other text. */
export function readDecision(text: string | undefined): DecisionInput | undefined {
  if (text === "once" || text === "deny") return { decision: text };
  return text === "all" ? { decision: "once", identical: true } : undefined;
}
