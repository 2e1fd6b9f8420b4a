/** One connection in the list of a user's own. Pure. */
import type { Connection } from "@/lib/connected-accounts/manage/find-users-connections";
import { foreign, scopeWords } from "@/lib/connected-accounts/pages/connect-page";
import { isWebAddress } from "@/lib/hosted-pages/to-marks";
import { fillHtml, html, type Html, joined } from "@/lib/hosted-pages/html";
import type { Language } from "@/lib/hosted-pages/languages";
import { fillText, connectionTexts } from "@/lib/hosted-pages/texts";
import type { ListedConnection, ListPage } from "./listed-connection";
import { ago, day, dayAndTime, dayOf, isNow } from "./relative-time";

type State = "connected" | "paused" | "stopped" | "disconnected";

/** What a connection is at present, in the words of a person. */
export function stateOf({ status, enabled }: Pick<Connection, "status" | "enabled">): State {
  if (status === "REVOKED") return "disconnected";
  if (status === "INACTIVE" || (status === "ACTIVE" && !enabled)) return "paused";
  return status === "ACTIVE" ? "connected" : "stopped";
}

/** Whether its user may connect it again: it worked once and does not now. */
export const mayReconnect = (connection: Connection): boolean =>
  connection.isOwn && ["stopped", "disconnected"].includes(stateOf(connection));

const LOOK: Readonly<Record<State, string>> = {
  connected: "state on",
  paused: "state",
  stopped: "state off",
  disconnected: "state",
};

/**
 * Which account it is: what its user called it, whose it is at the provider, and how its key begins. Of a key so short
 * that its mask shows nothing, nothing is said.
 */
export function whoseOf({ alias, owner, keyHint }: Pick<Connection, "alias" | "owner" | "keyHint">): string {
  const key = keyHint === "..." ? undefined : keyHint;
  return [...new Set([alias, owner?.email ?? owner?.name ?? owner?.id, key].filter(Boolean))].join(" · ");
}

const logo = (toolkit: Connection["toolkit"]): Html | string =>
  isWebAddress(toolkit.logo) ? html`<img class="logo" src="${toolkit.logo}" alt="">` : "";

/** When it was last used, in words. */
function lastUseOf(time: Date | null, present: Date, language: Language): Html {
  const texts = connectionTexts(language);
  if (!time) return html`${texts.neverUsed}`;
  if (isNow(time, present)) return html`${texts.usedNow}`;
  return fillHtml(texts.lastUsed, { time: ago(time, present, language) });
}

/** Since when, with the clock time where another one of the toolkit is from the same day, and its last use. */
function toFacts(connection: ListedConnection, { language, present, connections }: ListPage): Html {
  const { createdAt, lastUsedAt, toolkit, id } = connection;
  const texts = connectionTexts(language);
  const lastUse = lastUseOf(lastUsedAt, present, language);
  const hasTwin = connections.some(
    (other) =>
      other.id !== id &&
      other.toolkit.name === toolkit.name &&
      dayOf(other.createdAt, language) === dayOf(createdAt, language),
  );
  const works = ["connected", "paused"].includes(stateOf(connection));
  const date = hasTwin ? dayAndTime(createdAt, present, language) : day(createdAt, language);
  return html`<p class="soft">${fillHtml(works ? texts.since : texts.connectedOn, { date })} · ${lastUse}</p>`;
}

function toSentences(connection: Connection, { branding, language }: ListPage): Html[] {
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  const state = stateOf(connection);
  const about = [
    state === "paused" && texts.pausedHelp,
    state === "stopped" && texts.stoppedHelp,
    connection.isShared && (connection.isOwn ? texts.sharedByYouHelp : texts.sharedHelp),
  ];
  return about.flatMap((text) => (text ? [html`<p>${fillText(text, named)}</p>`] : []));
}

function toScopes({ scopes, byConsent, toolkit }: Connection, { branding, language }: ListPage): Html {
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: toolkit.name };
  const inside = scopes
    ? html`<ul>${scopes.map((scope) => html`<li>${scopeWords(scope, language)}</li>`)}</ul>`
    : html`<p>${fillText(byConsent ? texts.notTold : texts.byKey, named)}</p>`;
  return html`<details><summary>${fillText(texts.mayDo, named)}</summary>${inside}</details>`;
}

function toCalls(
  { calls, toolkit, status, lastUsedAt }: ListedConnection,
  { language, present }: ListPage,
): Html | undefined {
  const texts = connectionTexts(language);
  // "Never used" is said already.
  if (calls.latest.length === 0)
    return !lastUsedAt || stateOf({ status, enabled: true }) === "disconnected"
      ? undefined
      : html`<p class="soft">${texts.noCalls}</p>`;
  const items = calls.latest.map(({ name, successful, at: time }) => {
    const what =
      name === undefined ? html`${fillText(texts.request, { toolkit: toolkit.name })}` : foreign(name, language);
    const end = successful ? "" : html` · <span class="wrong">${texts.failed}</span>`;
    return html`<li>${what} <span class="soft">· ${ago(time, present, language)}</span>${end}</li>`;
  });
  return html`<details><summary>${fillText(texts.calls, { count: calls.total })}</summary><ul class="calls">${items}</ul></details>`;
}

/** The address of one connection's page. */
export const pathOf = (id: string, query: string): string => `/my/connections/${encodeURIComponent(id)}${query}`;

/** The button that connects an account again. */
export const reconnectForm = (id: string, query: string, words: string, label: string): Html => {
  const button = html`<button type="submit" name="action" value="reconnect" aria-label="${label}">${words}</button>`;
  return html`<form method="post" action="${pathOf(id, query)}">${button}</form>`;
};

function toActs(connection: ListedConnection, { language, chosen: query }: ListPage): Html | undefined {
  const texts = connectionTexts(language);
  const { id, isOwn, toolkit } = connection;
  // For a screen reader, the label of a button names its connection.
  const named = (words: string): string =>
    `${words}: ${[toolkit.name, whoseOf(connection)].filter(Boolean).join(", ")}`;
  const acts = [
    mayReconnect(connection) ? reconnectForm(id, query, texts.connectAgain, named(texts.connectAgain)) : undefined,
    isOwn && stateOf(connection) !== "disconnected"
      ? html`<a class="act" href="${pathOf(id, query)}" aria-label="${named(texts.disconnect)}">${texts.disconnect}</a>`
      : undefined,
  ];
  return acts.some(Boolean) ? html`<div class="acts">${joined(acts)}</div>` : undefined;
}

export function toRow(connection: ListedConnection, page: ListPage): Html {
  const { toolkit, isOwn, isShared } = connection;
  const texts = connectionTexts(page.language);
  const state = stateOf(connection);
  const whose = whoseOf(connection);
  const look = html`<span class="${LOOK[state]}">${texts[state]}</span>`;
  const shared = isShared ? html` <span class="state">${isOwn ? texts.sharedByYou : texts.shared}</span>` : "";
  return html`<li class="row">${joined([
    html`<h2>${logo(toolkit)}<span>${toolkit.name}</span> ${look}${shared}</h2>`,
    whose ? html`<p>${whose}</p>` : undefined,
    toFacts(connection, page),
    ...toSentences(connection, page),
    state === "disconnected" ? undefined : toScopes(connection, page),
    toCalls(connection, page),
    toActs(connection, page),
  ])}</li>`;
}
