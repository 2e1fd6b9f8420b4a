/** Delivers the result of a connection: back to the app, as a message to the opener of the popup, or on a page. */
import { toCallback, type ConnectResult } from "./callback-url";
import { type Branding, brandingOf } from "@/lib/access/projects/branding";
import type { MarkedToolkit } from "@/lib/hosted-pages/to-marks";
import { lookOf, renderFrame, toNotice, type Page } from "@/lib/hosted-pages/render-frame";
import { html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectingTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import type { NoticeText, ConnectingTexts } from "@/lib/hosted-pages/translations/translation";
import { SIZE_SCRIPT } from "./size-script";
import { isUrl } from "@/lib/kernel/text/is-url";

/** The answer of a page; `browser` is the cookie that binds the next steps to this browser. */
export type ConnectAnswer = { redirectTo: string; browser?: string; inFrame?: boolean } | { page: Page };

/** Where the person goes at the end of a connection. */
export type ResultTarget = {
  projectId: string;
  toolkit: MarkedToolkit;
  /** The account at the provider; only for the browser in which it was connected. */
  account?: string | undefined;
  /** Where the person sees all connections of theirs; null if no way there is known. */
  connectionsUrl?: string | null;
  callbackUrl: string | null;
  /** The page of this server where the person began; `callbackUrl` is null in that case. */
  returnTo: string | null;
  language: Language;
  openerOrigin: string | null;
  /** The origin whose page frames the connect page. */
  framedBy?: string | undefined;
  /** The address of the link, if the person can try again with it. */
  again?: string | undefined;
  /** Query parameters that links to other languages keep, if the page has an address of its own. */
  keep?: Readonly<Record<string, string>>;
};

/** Whether the person stays on a page of this server: neither the app nor the opener of the popup takes over. */
export const staysHere = ({ callbackUrl, openerOrigin }: Pick<ResultTarget, "callbackUrl" | "openerOrigin">): boolean =>
  callbackUrl === null && openerOrigin === null;

/**
 * The script of these pages, identical for all; the message and its receiver are in the page. The opener is the app, or
 * a page of this server in a frame of the app, which passes the message on; others cannot read it. If the opener is
 * gone (a provider can cut the link between the windows), the popup goes on like an ordinary page.
 */
const SCRIPT =
  '(function(){var d=document.getElementById("result").dataset,o=window.opener,m=JSON.parse(d.message);' +
  "if(parent!==window)parent.postMessage(m,d.origin);" +
  "else if(o){[d.origin,location.origin].forEach(function(to){o.postMessage(m,to)});window.close()}" +
  "else if(d.next)location.replace(d.next)})()";

/** The only origin that may receive a popup's result: the link's own, else that of the callback URL. */
export function openerOriginOf(link: { openerOrigin: string | null }, callbackUrl: string | null): string | null {
  if (link.openerOrigin) return link.openerOrigin;
  return callbackUrl && isUrl(callbackUrl) ? new URL(callbackUrl).origin : null;
}

/** One plain sentence. The provider's own words and codes are for the app and the log. */
function failureReason({ error, description }: ConnectResult & { ok: false }, texts: ConnectingTexts): string {
  if (description === TOO_MANY) return texts.tooMany;
  if (description === CANCELED) return texts.canceled;
  if (error === "access_denied") return texts.denied;
  return error === "temporarily_unavailable" ? texts.providerAway : texts.notFinished;
}

function resultNotice(result: ConnectResult, target: ResultTarget, app: string): NoticeText {
  const { language, again, returnTo, toolkit, callbackUrl } = target;
  const texts = connectingTexts(language);
  const names = { app, toolkit: toolkit.name };
  const [done, ...next] = texts.done;
  if (result.ok) return [fillText(done, names), ...(returnTo ? [] : next)];
  const failed: NoticeText = [fillText(texts.failedTitle, names), failureReason(result, texts)];
  if (returnTo) return failed;
  return [...failed, ...(again ? [] : [texts.tryAgain]), ...(callbackUrl ? [] : [texts.canClose])];
}

/** The message for the app if the person pressed Cancel. */
export const CANCELED = "You canceled.";

/** The message for the app if one link was tried with too many wrong credentials. */
export const TOO_MANY = "Credentials that the provider does not accept were tried too often.";

const endOf = ({ ok }: ConnectResult, { toolkit }: ResultTarget) => ({ toolkit, ok });

const frameOf = ({ language, toolkit }: ResultTarget, branding: Branding) => ({
  status: 200,
  language,
  ...lookOf(branding),
  images: [branding.logoUrl ?? "", toolkit.logo],
});

/** Shows a button that closes the window, if a script can close it; without a script the page has no such button. */
const CLOSE_SCRIPT =
  '(function(){var b=document.getElementById("close");' +
  "if(window.opener||history.length===1){b.hidden=false;b.onclick=function(){window.close()}}})()";

/** The page for a person whom no app takes over. */
function toEndPage(result: ConnectResult, target: ResultTarget, branding: Branding): Page {
  const { language, again, returnTo, keep, connectionsUrl, account } = target;
  const texts = connectingTexts(language);
  const tryAgain = again && !result.ok ? { href: again, words: texts.again } : undefined;
  const list = returnTo ? `${returnTo}?lang=${language}` : result.ok ? connectionsUrl : null;
  const back = list ? { href: list, words: texts.yourConnections } : undefined;
  const [go, second] = tryAgain ? [tryAgain, back] : [back];
  const notice = resultNotice(result, target, branding.name);
  return renderFrame({
    ...frameOf(target, branding),
    title: `${notice[0]} · ${branding.name}`,
    body: joined([
      toNotice(notice, { branding, end: endOf(result, target), account, go, second }),
      html`<button type="button" id="close" class="second" hidden>${texts.close}</button>`,
    ]),
    script: CLOSE_SCRIPT,
    ...(keep && { languages: { keep } }),
  });
}

function toPopupPage(result: ConnectResult, target: ResultTarget, origin: string, branding: Branding): Page {
  const { callbackUrl, language, framedBy } = target;
  const message = {
    type: "patchbay.connection",
    status: result.ok ? "success" : "failed",
    connected_account_id: result.accountId,
    ...(!result.ok && { error: result.error, error_description: result.description }),
  };
  const next = callbackUrl && !framedBy ? toCallback(callbackUrl, result) : "";
  const notice = resultNotice(result, target, branding.name);
  const go = next ? { href: next, words: connectingTexts(language).backToApp } : undefined;
  const body = joined([
    html`<div id="result" data-origin="${origin}" data-message="${JSON.stringify(message)}" data-next="${next}">`,
    toNotice(notice, { branding, end: endOf(result, target), account: target.account, go }),
    html`</div>`,
  ]);
  return renderFrame({
    ...frameOf(target, branding),
    title: notice[0],
    body,
    script: framedBy ? SIZE_SCRIPT + SCRIPT : SCRIPT,
    framedBy,
  });
}

/** Whether this server shows the result on a page, instead of a redirect to the app. */
export const showsResult = ({
  callbackUrl,
  openerOrigin,
}: Pick<ResultTarget, "callbackUrl" | "openerOrigin">): boolean => openerOrigin !== null || callbackUrl === null;

/** Brings the result of a connection to the person and the app: a redirect, a message to the opener, or a page. */
export async function deliverResult(result: ConnectResult, target: ResultTarget): Promise<ConnectAnswer> {
  const { callbackUrl, openerOrigin } = target;
  if (openerOrigin === null && callbackUrl) return { redirectTo: toCallback(callbackUrl, result) };
  const branding = await brandingOf(target.projectId);
  if (openerOrigin !== null) return { page: toPopupPage(result, target, openerOrigin, branding) };
  return { page: toEndPage(result, target, branding) };
}
