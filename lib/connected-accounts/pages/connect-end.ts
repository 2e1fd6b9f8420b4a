/** How a connection ends for the person: back in the app, a message to the window that opened the popup, or a page. */
import { toCallback, type ConnectResult } from "./callback-address";
import { renderFrame, noticePage, type Page } from "./frame";
import { html, joined } from "./html";
import { type Language, textsOf } from "./texts";
import { isUrl } from "@/lib/kernel/text/is-url";

/** What the route answers with; `browser` is the cookie that binds what comes next to this browser. */
export type ConnectAnswer = { redirectTo: string; browser?: string } | { page: Page };

export type EndPlace = { callbackUrl: string | null; language: Language; openerOrigin: string | null };

/**
 * The whole script of these pages, the same for everybody: what it says and to whom stands in the page. Where the
 * opener is gone (a provider may cut the tie between windows) the popup goes on as a page of its own would.
 */
const SCRIPT = `(function(){var d=document.getElementById("result").dataset,o=window.opener;if(o){o.postMessage(JSON.parse(d.message),d.origin);window.close()}else if(d.next)location.replace(d.next)})()`;

/** The only origin that a popup may tell its end: the link's own, else that of the callback address. */
export function openerOriginOf(link: { openerOrigin: string | null }, callbackUrl: string | null): string | null {
  if (link.openerOrigin) return link.openerOrigin;
  return callbackUrl && isUrl(callbackUrl) ? new URL(callbackUrl).origin : null;
}

function toWords(result: ConnectResult, language: Language): readonly [string, ...string[]] {
  const texts = textsOf(language);
  if (result.ok) return texts.done;
  const own =
    result.error !== "access_denied"
      ? result.description
      : result.description === CANCELED
        ? texts.cancelled
        : texts.denied;
  return [texts.failedTitle, own, texts.tryAgain];
}

/** What the app is told of a person who pressed Cancel. */
export const CANCELED = "You cancelled.";

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

/** The end of a connection, wherever it happened. */
export function toEnd(result: ConnectResult, place: EndPlace): ConnectAnswer {
  if (place.openerOrigin) return { page: toPopupEnd(result, place, place.openerOrigin) };
  if (place.callbackUrl) return { redirectTo: toCallback(place.callbackUrl, result) };
  return { page: noticePage(result.ok ? 200 : 400, place.language, toWords(result, place.language)) };
}
