/** The page that lists a user's connections. Pure. */
import type { Connection } from "@/lib/connected-accounts/manage/users-connections";
import { foreign, scopeWords } from "@/lib/connected-accounts/pages/connect-page";
import {
  type Branding,
  isWebAddress,
  lookOf,
  renderFrame,
  toHead,
  type Page,
} from "@/lib/connected-accounts/pages/frame";
import { fillHtml, html, type Html, joined } from "@/lib/connected-accounts/pages/html";
import { fillText, type Language } from "@/lib/connected-accounts/pages/texts";
import { connectionTexts } from "./texts";
import { ago, day } from "./when";

export type Call = {
  /** What the tool is called; undefined for a request of the app's own. */
  name: string | undefined;
  successful: boolean;
  at: Date;
};

export type ListedConnection = Connection & { calls: { total: string; latest: Call[] } };

export type ListPage = {
  language: Language;
  /** The query that keeps the language a person chose; empty where nobody did. */
  chosen: string;
  branding: Branding;
  userId: string;
  connections: readonly ListedConnection[];
  page: number;
  pages: number;
  present: Date;
  goesTo: string[];
};

const STYLE = `
body{align-items:flex-start}
main{max-width:640px}
.row{margin:0;padding:20px 0;border-top:1px solid var(--edge)}
.rows{margin:20px 0 0;padding:0;list-style:none;border-bottom:1px solid var(--edge)}
.row h2{display:flex;align-items:center;flex-wrap:wrap;gap:8px 12px;margin:0 0 4px;font-size:18px}
.row p{margin:0 0 4px}
.row details{margin-top:4px}
.row summary{min-height:44px;display:list-item;padding:10px 0}
.row details ul{padding-left:20px}
.calls li{margin-bottom:4px}
.state{padding:2px 10px;border:1px solid var(--line);border-radius:99px;font-size:13px;font-weight:600}
.state.on{border-color:var(--act);color:var(--act)}
.state.off{border-color:var(--wrong);color:var(--wrong)}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}
.acts form{flex:1 1 200px}
.acts .go,.acts button{margin:0}
.acts .go{flex:1 1 200px}
.go.second{border-color:var(--line);background:none;color:var(--ink)}
.turn{display:flex;flex-wrap:wrap;justify-content:space-between;gap:8px 16px;margin-top:16px}
.turn a{display:inline-block;min-height:44px;padding:10px 0}
.leave{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;margin-top:20px;font-size:14px}
.leave button{width:auto;margin:0}
.leave p{margin:0}
`;

type State = "connected" | "paused" | "stopped" | "unfinished" | "disconnected";

/** What a connection is at present, in the words of a person. */
export function stateOf({ status, enabled }: Pick<Connection, "status" | "enabled">): State {
  if (status === "REVOKED") return "disconnected";
  if (status === "EXPIRED") return "stopped";
  if (status === "INACTIVE" || (status === "ACTIVE" && !enabled)) return "paused";
  return status === "ACTIVE" ? "connected" : "unfinished";
}

/** Whether its user may connect it again: it worked once and does not now. */
export const mayReconnect = (connection: Connection): boolean =>
  connection.isOwn && ["stopped", "unfinished", "disconnected"].includes(stateOf(connection));

const LOOK: Readonly<Record<State, string>> = {
  connected: "state on",
  paused: "state",
  stopped: "state off",
  unfinished: "state off",
  disconnected: "state",
};

/** Which account it is: what its user called it, and whose it is at the provider. */
export function whoseOf({ alias, owner }: Pick<Connection, "alias" | "owner">): string {
  return [...new Set([alias, owner?.email ?? owner?.name ?? owner?.id].filter(Boolean))].join(" · ");
}

const logo = (toolkit: Connection["toolkit"]): Html | string =>
  isWebAddress(toolkit.logo) ? html`<img class="logo" src="${toolkit.logo}" alt="">` : "";

function toFacts({ createdAt, lastUsedAt }: Connection, { language, present }: ListPage): Html {
  const texts = connectionTexts(language);
  const used = lastUsedAt
    ? fillHtml(texts.lastUsed, { time: ago(lastUsedAt, present, language) })
    : html`${texts.neverUsed}`;
  return html`<p class="soft">${fillHtml(texts.since, { date: day(createdAt, language) })} · ${used}</p>`;
}

function toSentences(connection: Connection, { branding, language }: ListPage): Html[] {
  const texts = connectionTexts(language);
  const named = { app: branding.name, toolkit: connection.toolkit.name };
  const state = stateOf(connection);
  const about = [
    state === "paused" && texts.pausedHelp,
    state === "stopped" && texts.stoppedHelp,
    state === "unfinished" && texts.unfinishedHelp,
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

function toCalls({ calls, toolkit, status }: ListedConnection, { language, present }: ListPage): Html | undefined {
  const texts = connectionTexts(language);
  if (calls.latest.length === 0)
    return stateOf({ status, enabled: true }) === "disconnected"
      ? undefined
      : html`<p class="soft">${texts.noCalls}</p>`;
  const items = calls.latest.map(({ name, successful, at }) => {
    const what =
      name === undefined ? html`${fillText(texts.request, { toolkit: toolkit.name })}` : foreign(name, language);
    const end = successful ? "" : html` · <span class="wrong">${texts.failed}</span>`;
    return html`<li>${what} <span class="soft">· ${ago(at, present, language)}</span>${end}</li>`;
  });
  return html`<details><summary>${fillText(texts.calls, { count: calls.total })}</summary><ul class="calls">${items}</ul></details>`;
}

/** The address of one connection's page. */
export const pathOf = (id: string, chosen: string): string => `/my/connections/${encodeURIComponent(id)}${chosen}`;

/** The button that connects an account again. */
export const reconnectForm = (id: string, chosen: string, words: string, label: string): Html =>
  html`<form method="post" action="${pathOf(id, chosen)}"><button type="submit" name="action" value="reconnect" aria-label="${label}">${words}</button></form>`;

function toActs(connection: ListedConnection, { language, chosen }: ListPage): Html | undefined {
  const texts = connectionTexts(language);
  const { id, isOwn, toolkit } = connection;
  // Read aloud, a button alone says which of many it is for.
  const named = (words: string): string =>
    `${words}: ${[toolkit.name, whoseOf(connection)].filter(Boolean).join(", ")}`;
  const acts = [
    mayReconnect(connection) ? reconnectForm(id, chosen, texts.connectAgain, named(texts.connectAgain)) : undefined,
    isOwn && stateOf(connection) !== "disconnected"
      ? html`<a class="go second" href="${pathOf(id, chosen)}" aria-label="${named(texts.disconnect)}">${texts.disconnect}</a>`
      : undefined,
  ];
  return acts.some(Boolean) ? html`<div class="acts">${joined(acts)}</div>` : undefined;
}

function toRow(connection: ListedConnection, page: ListPage): Html {
  const { toolkit, isOwn, isShared } = connection;
  const texts = connectionTexts(page.language);
  const state = stateOf(connection);
  const whose = whoseOf(connection);
  return html`<li class="row">${joined([
    html`<h2>${logo(toolkit)}<span>${toolkit.name}</span> <span class="${LOOK[state]}">${texts[state]}</span>${isShared ? html` <span class="state">${isOwn ? texts.sharedByYou : texts.shared}</span>` : ""}</h2>`,
    whose ? html`<p>${whose}</p>` : undefined,
    toFacts(connection, page),
    ...toSentences(connection, page),
    state === "disconnected" ? undefined : toScopes(connection, page),
    toCalls(connection, page),
    toActs(connection, page),
  ])}</li>`;
}

function toTurns({ page, pages, language, chosen }: ListPage): Html | undefined {
  if (pages <= 1) return undefined;
  const texts = connectionTexts(language);
  const to = (n: number, words: string) =>
    html`<a href="/my/connections?page=${n}${chosen.replace("?", "&")}">${words}</a>`;
  return html`<div class="turn">${joined([
    html`<p class="soft">${fillText(texts.pages, { page: String(page), pages: String(pages) })}</p>`,
    page > 1 ? to(page - 1, texts.previous) : undefined,
    page < pages ? to(page + 1, texts.next) : undefined,
  ])}</div>`;
}

/** Who is signed in, and the way out. */
const toLeave = ({ userId, language, chosen }: ListPage): Html => {
  const texts = connectionTexts(language);
  return html`<form class="leave" method="post" action="/my/connections${chosen}"><p class="soft">${fillHtml(texts.signedInAs, { user: html`<b>${userId}</b>` })}</p><button type="submit" name="action" value="sign_out" class="second">${texts.signOut}</button></form>`;
};

export function toListPage(page: ListPage): Page {
  const { branding, connections, language, goesTo } = page;
  const texts = connectionTexts(language);
  const words = fillText(connections.length > 0 ? texts.intro : texts.none, { app: branding.name });
  return renderFrame({
    status: 200,
    language,
    title: `${texts.title} · ${branding.name}`,
    body: joined([
      toHead(branding),
      html`<h1>${texts.title}</h1>`,
      html`<p>${words}</p>`,
      connections.length > 0
        ? html`<ul class="rows">${connections.map((connection) => toRow(connection, page))}</ul>`
        : undefined,
      toTurns(page),
      toLeave(page),
    ]),
    ...lookOf(branding),
    style: STYLE,
    images: [branding.logoUrl ?? "", ...connections.map(({ toolkit }) => toolkit.logo)],
    goesTo,
    languages: { popup: false },
  });
}
