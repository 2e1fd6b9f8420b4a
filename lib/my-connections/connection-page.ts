/** The pages of one connection: the question before it ends, and how it ended. Pure. */
import type { Connection } from "@/lib/connected-accounts/manage/find-users-connections";
import type { Branding } from "@/lib/access/projects/branding";
import { isWebAddress, toHead } from "@/lib/hosted-pages/to-marks";
import { lookOf, renderFrame, type Page } from "@/lib/hosted-pages/render-frame";
import { html, type Html, joined } from "@/lib/hosted-pages/html";
import { fillText, connectionTexts } from "@/lib/hosted-pages/texts";
import type { Language } from "@/lib/hosted-pages/languages";
import type { Disconnection } from "@/lib/connected-accounts/revocation/disconnect-account";
import { DESTINATIONS } from "@/lib/sign-in-links/links";
import { pathOf, reconnectForm, whoseOf } from "./connection-row";
import type { ConnectionTexts } from "@/lib/hosted-pages/translations/translation";

/** Those that are one sentence. */
type Texts = { [Name in keyof ConnectionTexts as ConnectionTexts[Name] extends string ? Name : never]: string };

/** The page that lists everything of the user. */
export const LIST_PATH = DESTINATIONS.connections;

export const ONE_STYLE = `
button.end{background:var(--wrong);color:var(--card)}
`;

export type ConnectionPage = {
  language: Language;
  chosen: string;
  branding: Branding;
  connection: Connection;
  goesTo: string[];
};

function toPage(
  { language, branding, connection, goesTo }: ConnectionPage,
  title: string,
  parts: (Html | undefined)[],
): Page {
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
    style: ONE_STYLE,
    images: [branding.logoUrl ?? "", toolkit.logo],
    goesTo,
    languages: {},
  });
}

export const backTo = (query: string, words: string): Html =>
  html`<a class="go second" href="${LIST_PATH}${query}">${words}</a>`;

/** Asks before a connection ends. */
export function toAskPage(page: ConnectionPage): Page {
  const { language, chosen: query, branding, connection } = page;
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  return toPage(page, fillText(texts.ask, named), [
    html`<p>${fillText(texts.means, named)}</p>`,
    html`<p>${fillText(connection.byConsent ? texts.asksProvider : texts.keyStays, named)}</p>`,
    connection.isShared ? html`<p>${fillText(texts.sharedByYouHelp, named)}</p>` : undefined,
    joined(
      [
        html`<form method="post" action="${pathOf(connection.id, query)}">`,
        html`<button type="submit" name="action" value="disconnect" class="end">`,
        html`${fillText(texts.disconnectOne, named)}</button></form>`,
      ],
      "",
    ),
    backTo(query, texts.keep),
  ]);
}

/** What of an outcome is said, which of a key is not the same as of a consent. */
function toOutcome({ byConsent }: Connection, outcome: Disconnection): keyof Texts {
  if (byConsent) return outcome;
  return outcome === "deleted" || outcome === "later" || outcome === "refused" ? `${outcome}Key` : outcome;
}

/** The way to the provider's page of keys, where the key counts until it is removed. */
function toKeys({ byConsent, keysUrl, toolkit }: Connection, outcome: Disconnection, words: string): Html | undefined {
  if (byConsent || !keysUrl || !isWebAddress(keysUrl)) return undefined;
  if (outcome === "revoked" || outcome === "nothing") return undefined;
  return html`<p><a href="${keysUrl}" rel="noreferrer">${fillText(words, { toolkit: toolkit.name })}</a></p>`;
}

/** The page after a connection has ended, with the way to connect again. */
export function toEndedPage(page: ConnectionPage, outcome: Disconnection): Page {
  const { language, chosen: query, branding, connection } = page;
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  return toPage(page, fillText(texts.ended, named), [
    html`<p role="status">${fillText(texts[toOutcome(connection, outcome)], named)}</p>`,
    toKeys(connection, outcome, texts.removeKey),
    html`<p>${fillText(texts.connectHelp, named)}</p>`,
    reconnectForm(connection.id, query, texts.connectAgain, `${texts.connectAgain}: ${connection.toolkit.name}`),
    backTo(query, texts.back),
  ]);
}
