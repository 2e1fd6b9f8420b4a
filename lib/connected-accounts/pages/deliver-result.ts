/** How a connection ends for the person: back in the app, a message to the window that opened the popup, or a page. */
import { toCallback, type ConnectResult } from "./callback-url";
import { type Branding, lookOf, renderFrame, noticePage, toHead, type Page } from "@/lib/hosted-pages/render-frame";
import { html, joined } from "@/lib/hosted-pages/html";
import { fillText, type Language, textsOf } from "@/lib/hosted-pages/texts";
import type { NoticeText, PageTexts } from "@/lib/hosted-pages/translations/wording";
import { isUrl } from "@/lib/kernel/text/is-url";

/** The answer of a page; `browser` is the cookie that binds the next steps to this browser. */
export type ConnectAnswer = { redirectTo: string; browser?: string } | { page: Page };

export type EndPlace = {
  projectId: string;
  /** The name of the toolkit. */
  toolkit: string;
  callbackUrl: string | null;
  /** The page of this server where the person began; `callbackUrl` is null then. */
  returnTo: string | null;
  language: Language;
  openerOrigin: string | null;
  /** The address of the link, if the person may try again with it. */
  again?: string | undefined;
  /** What of the address stays when the language is changed, where the page has an address of its own. */
  keep?: Readonly<Record<string, string>>;
};

/** Loads how a project looks. Passed in by the route: this folder cannot read projects. */
export type LoadLook = (projectId: string) => Promise<Branding>;

/** Whether the person sees the end on a page of ours: neither the app nor the window that opened the popup takes over. */
export const endsHere = ({ callbackUrl, openerOrigin }: Pick<EndPlace, "callbackUrl" | "openerOrigin">): boolean =>
  callbackUrl === null && openerOrigin === null;

/**
 * The only script of these pages, the same for all; the message and its receiver are in the page. If the opener is gone
 * (a provider may cut the link between the windows), the popup goes on like an ordinary page.
 */
const SCRIPT = `(function(){var d=document.getElementById("result").dataset,o=window.opener;if(o){o.postMessage(JSON.parse(d.message),d.origin);window.close()}else if(d.next)location.replace(d.next)})()`;

/** The only origin that may get a popup's result: the link's own, else that of the callback URL. */
export function openerOriginOf(link: { openerOrigin: string | null }, callbackUrl: string | null): string | null {
  if (link.openerOrigin) return link.openerOrigin;
  return callbackUrl && isUrl(callbackUrl) ? new URL(callbackUrl).origin : null;
}

/** One plain sentence; the provider's own words and codes are for the app and the log. */
function toReason({ error, description }: ConnectResult & { ok: false }, texts: PageTexts): string {
  if (description === TOO_MANY) return texts.tooMany;
  if (description === CANCELED) return texts.canceled;
  if (error === "access_denied") return texts.denied;
  return error === "temporarily_unavailable" ? texts.providerAway : texts.notFinished;
}

function toWords(result: ConnectResult, place: EndPlace, app: string): NoticeText {
  const { language, again, returnTo, toolkit, callbackUrl } = place;
  const texts = textsOf(language);
  const named = { app, toolkit };
  const [done, ...next] = texts.done;
  if (result.ok) return [fillText(done, named), ...(returnTo ? [] : next)];
  const words: NoticeText = [fillText(texts.failedTitle, named), toReason(result, texts)];
  if (returnTo) return words;
  return [...words, ...(again ? [] : [texts.tryAgain]), ...(callbackUrl ? [] : [texts.canClose])];
}

/** The message for the app if the person pressed Cancel. */
export const CANCELED = "You canceled.";

/** The message for the app if one link was tried with too many wrong credentials. */
export const TOO_MANY = "Credentials that the provider does not accept were tried too often.";

function toPopupEnd(result: ConnectResult, place: EndPlace, origin: string, branding: Branding): Page {
  const { callbackUrl, language } = place;
  const message = {
    type: "patchbay.connection",
    status: result.ok ? "success" : "failed",
    connected_account_id: result.accountId,
    ...(!result.ok && { error: result.error, error_description: result.description }),
  };
  const next = callbackUrl ? toCallback(callbackUrl, result) : "";
  const [title, ...sentences] = toWords(result, place, branding.name);
  const body = joined([
    html`<div id="result" data-origin="${origin}" data-message="${JSON.stringify(message)}" data-next="${next}">`,
    toHead(branding),
    html`<h1>${title}</h1>`,
    ...sentences.map((sentence) => html`<p>${sentence}</p>`),
    next ? html`<a class="go" href="${next}">${textsOf(language).backToApp}</a>` : undefined,
    html`</div>`,
  ]);
  return renderFrame({ status: 200, language, title, body, script: SCRIPT, ...lookOf(branding) });
}

/** Whether the page of the end is ours, or the app hears of it and shows its own. */
export const showsEnd = ({ callbackUrl, openerOrigin }: Pick<EndPlace, "callbackUrl" | "openerOrigin">): boolean =>
  openerOrigin !== null || callbackUrl === null;

/** The answer at the end of a connection. */
export async function toEnd(result: ConnectResult, place: EndPlace, loadLook: LoadLook): Promise<ConnectAnswer> {
  const { callbackUrl, language, openerOrigin, again, returnTo, keep } = place;
  if (openerOrigin === null && callbackUrl) return { redirectTo: toCallback(callbackUrl, result) };
  const branding = await loadLook(place.projectId);
  if (openerOrigin !== null) return { page: toPopupEnd(result, place, openerOrigin, branding) };
  const texts = textsOf(language);
  const tryAgain = again && !result.ok ? { href: again, words: texts.again } : undefined;
  const back = returnTo ? { href: `${returnTo}?lang=${language}`, words: texts.yourConnections } : undefined;
  const [go, second] = tryAgain ? [tryAgain, back] : [back];
  return {
    page: noticePage(200, language, toWords(result, place, branding.name), {
      branding,
      go,
      second,
      ...(keep && { languages: { keep } }),
    }),
  };
}
