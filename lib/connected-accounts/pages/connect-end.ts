/** How a connection ends for the person: back in the app, a message to the window that opened the popup, or a page. */
import { toCallback, type ConnectResult } from "./callback-address";
import { renderFrame, noticePage, type Page } from "./frame";
import { html, joined } from "./html";
import { type Language, textsOf } from "./texts";
import { isUrl } from "@/lib/kernel/text/is-url";

/** The answer of a page; `browser` is the cookie that binds the next steps to this browser. */
export type ConnectAnswer = { redirectTo: string; browser?: string } | { page: Page };

export type EndPlace = { callbackUrl: string | null; language: Language; openerOrigin: string | null };

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

function toWords(result: ConnectResult, language: Language): readonly [string, ...string[]] {
  const texts = textsOf(language);
  if (result.ok) return texts.done;
  const own =
    result.description === TOO_MANY
      ? texts.tooMany
      : result.error !== "access_denied"
        ? result.description
        : result.description === CANCELED
          ? texts.cancelled
          : texts.denied;
  return [texts.failedTitle, own, texts.tryAgain];
}

/** The message for the app if the person pressed Cancel. */
export const CANCELED = "You cancelled.";

/** The message for the app if one link was tried with too many wrong credentials. */
export const TOO_MANY = "Credentials that the provider does not accept were tried too often.";

function toPopupEnd(result: ConnectResult, { callbackUrl, language }: EndPlace, origin: string): Page {
  const message = {
    type: "patchbay.connection",
    status: result.ok ? "success" : "failed",
    connected_account_id: result.accountId,
    ...(!result.ok && { error: result.error, error_description: result.description }),
  };
  const next = callbackUrl ? toCallback(callbackUrl, result) : "";
  const [title, ...sentences] = toWords(result, language);
  const body = joined([
    html`<div id="result" data-origin="${origin}" data-message="${JSON.stringify(message)}" data-next="${next}">`,
    html`<h1>${title}</h1>`,
    ...sentences.map((sentence) => html`<p>${sentence}</p>`),
    next ? html`<a class="go" href="${next}">${textsOf(language).backToApp}</a>` : undefined,
    html`</div>`,
  ]);
  return renderFrame({ status: result.ok ? 200 : 400, language, title, body, script: SCRIPT });
}

/** The answer at the end of a connection. */
export function toEnd(result: ConnectResult, place: EndPlace): ConnectAnswer {
  if (place.openerOrigin) return { page: toPopupEnd(result, place, place.openerOrigin) };
  if (place.callbackUrl) return { redirectTo: toCallback(place.callbackUrl, result) };
  return { page: noticePage(result.ok ? 200 : 400, place.language, toWords(result, place.language)) };
}
