/** The pages of one connection: the question before it ends, and how it ended. Pure. */
import type { Connection } from "@/lib/connected-accounts/manage/users-connections";
import {
  type Branding,
  isWebAddress,
  lookOf,
  renderFrame,
  toHead,
  type Page,
} from "@/lib/connected-accounts/pages/frame";
import { html, type Html, joined } from "@/lib/connected-accounts/pages/html";
import { fillText, type Language } from "@/lib/connected-accounts/pages/texts";
import type { Disconnection } from "@/lib/connected-accounts/revocation/disconnect";
import { pathOf, reconnectForm, whoseOf } from "./list-page";
import { connectionTexts } from "./texts";

const STYLE = `
.go.second{margin-top:8px;border-color:var(--line);background:none;color:var(--ink)}
button.end{background:var(--wrong);color:var(--card)}
`;

export type OnePage = {
  language: Language;
  chosen: string;
  branding: Branding;
  connection: Connection;
  goesTo: string[];
};

function toPage({ language, branding, connection, goesTo }: OnePage, title: string, parts: (Html | undefined)[]): Page {
  const { toolkit } = connection;
  const whose = whoseOf(connection);
  return renderFrame({
    status: 200,
    language,
    title: `${title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>${isWebAddress(toolkit.logo) ? html`<img class="logo" src="${toolkit.logo}" alt="">` : ""}<span>${title}</span></h1>`,
      whose ? html`<p><b>${whose}</b></p>` : undefined,
      ...parts,
    ]),
    ...lookOf(branding),
    style: STYLE,
    images: [branding.logoUrl ?? "", toolkit.logo],
    goesTo,
    languages: { popup: false },
  });
}

const backTo = (chosen: string, words: string): Html =>
  html`<a class="go second" href="/my/connections${chosen}">${words}</a>`;

/** Asks before a connection ends. */
export function toAskPage(page: OnePage): Page {
  const { language, chosen, branding, connection } = page;
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  return toPage(page, fillText(texts.ask, named), [
    html`<p>${fillText(texts.means, named)}</p>`,
    html`<p>${fillText(connection.byConsent ? texts.asksProvider : texts.keyStays, named)}</p>`,
    connection.isShared ? html`<p>${fillText(texts.sharedByYouHelp, named)}</p>` : undefined,
    html`<form method="post" action="${pathOf(connection.id, chosen)}"><button type="submit" name="action" value="disconnect" class="end">${fillText(texts.disconnectOne, named)}</button></form>`,
    backTo(chosen, texts.keep),
  ]);
}

/** Tells how a connection ended, and how to connect again. */
export function toEndedPage(page: OnePage, outcome: Disconnection): Page {
  const { language, chosen, branding, connection } = page;
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  return toPage(page, fillText(texts.ended, named), [
    html`<p role="status">${fillText(texts[outcome], named)}</p>`,
    html`<p>${fillText(texts.connectHelp, named)}</p>`,
    reconnectForm(connection.id, chosen, texts.connectAgain, `${texts.connectAgain}: ${connection.toolkit.name}`),
    backTo(chosen, texts.back),
  ]);
}
