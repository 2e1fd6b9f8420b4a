/** A user's own page of connections: see them, end one, connect one again, sign out. Read it top to bottom. */
import { findCallbackVerifier } from "@/lib/access/projects/projects";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { reconnectionTargets } from "@/lib/connected-accounts/connect/form-targets";
import { reconnect } from "@/lib/connected-accounts/connect/reconnect";
import {
  type Connection,
  findUsersConnection,
  findUsersConnections,
} from "@/lib/connected-accounts/manage/find-users-connections";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { connectingTexts, fillNotice, connectionTexts } from "@/lib/hosted-pages/texts";
import { disconnectAccount } from "@/lib/connected-accounts/revocation/disconnect-account";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { findAccountCalls, MOST_COUNTED } from "@/lib/logs/find-account-calls";
import { signOut } from "@/lib/sign-in-links/links";
import { chosenOf, enter, type Entered, type Visit } from "./enter";
import { toListPage } from "./list-page";
import type { ListedConnection } from "./listed-connection";
import { LIST_PATH, type ConnectionPage, toAskPage, toEndedPage } from "./connection-page";
import { listPrograms } from "./list-programs";
import { type Answer, type Form, recordAround } from "./record-around";
import { mayReconnect } from "./connection-row";

const MOST_PAGES = 1_000;
const ID = /^ca_[A-Za-z0-9_-]{1,90}$/;

function pageOf({ search }: Visit): number {
  const page = Number(search.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1;
}

/** With what was called lately; of what others share, the user sees their own calls alone. */
async function withCalls(
  { projectId, userId }: Entered,
  connections: readonly Connection[],
): Promise<ListedConnection[]> {
  const calls = await findAccountCalls(
    projectId,
    connections.map(({ id, isOwn }) => ({ id, ...(!isOwn && { userId }) })),
  );
  const slugs = [...calls.values()].flatMap(({ latest }) => latest.map(({ slug }) => slug));
  const tools = await findKnownTools(projectId, [...new Set(slugs)]);
  const names = new Map(
    tools.flatMap((tool) => [tool.slug, ...tool.aliases].map((slug) => [slug, tool.name] as const)),
  );
  return connections.map((connection) => {
    const { total = 0, latest = [] } = calls.get(connection.id) ?? {};
    return {
      ...connection,
      calls: {
        total: total >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(total),
        latest: latest.map(({ slug, kind, ...call }) => ({
          ...call,
          name: kind === "proxy" ? undefined : (names.get(slug) ?? slug),
        })),
      },
    };
  });
}

/** The URLs to which the forms of these connections can lead, for the page's policy. */
async function formTargets(projectId: string, connections: readonly Connection[]): Promise<string[]> {
  const verifierUrl = await findCallbackVerifier(projectId);
  const again = connections.filter(mayReconnect);
  const targets = await Promise.all(again.map(({ id }) => reconnectionTargets(projectId, id, verifierUrl)));
  return [...new Set(targets.flat())];
}

async function listFor(entered: Entered, visit: Visit): Promise<Answer> {
  const { projectId, userId, branding, until } = entered;
  const page = pageOf(visit);
  const { items, pages } = await findUsersConnections(projectId, userId, page);
  const [connections, goesTo, programs] = await Promise.all([
    withCalls(entered, items),
    formTargets(projectId, items),
    page === 1 ? listPrograms(entered) : [],
  ]);
  const facts = { branding, userId, until, connections, programs, page, pages, goesTo, present: now() };
  return { page: toListPage({ language: visit.language, chosen: chosenOf(visit), ...facts }) };
}

/** `GET /my/connections` */
export async function showConnections(visit: Visit): Promise<Answer> {
  const entered = await enter(visit);
  return "page" in entered ? entered : listFor(entered, visit);
}

/** `POST /my/connections`: signs out. @returns whether the cookie stands for nobody any more */
export async function leaveConnections(visit: Visit, form: Form): Promise<{ answer: Answer; left: boolean }> {
  const entered = await enter(visit, "acts");
  if ("page" in entered) return { answer: entered, left: false };
  if (form.action !== "sign_out") return { answer: { redirectTo: LIST_PATH + chosenOf(visit) }, left: false };
  const { projectId, branding } = entered;
  await signOut(projectId, visit.cookie ?? "");
  const words = fillNotice(connectionTexts(visit.language).signedOut, { app: branding.name });
  return { answer: { page: noticePage(200, visit.language, words, { branding, languages: {} }) }, left: true };
}

/** Runs an action with a connection of the user; for a connection of somebody else, returns a page that explains it. */
async function withOwn(
  visit: Visit,
  id: string,
  doing: "looks" | "acts",
  answer: (entered: Entered, page: ConnectionPage) => Promise<Answer>,
): Promise<Answer> {
  const entered = await enter(visit, doing);
  if ("page" in entered) return entered;
  const { projectId, userId, branding } = entered;
  const { language } = visit;
  const texts = connectionTexts(language);
  const query = chosenOf(visit);
  const connection = ID.test(id) ? await findUsersConnection(projectId, userId, id) : undefined;
  const go = { href: LIST_PATH + query, words: texts.back };
  if (!connection) return { page: noticePage(404, language, texts.unknown, { branding, go, languages: {} }) };
  if (!connection.isOwn) return { page: noticePage(403, language, texts.notYours, { branding, go, languages: {} }) };
  const goesTo = await formTargets(projectId, [{ ...connection, status: "REVOKED" }]);
  return answer(entered, { language, chosen: query, branding, connection, goesTo });
}

/** `GET /my/connections/{id}`: asks whether it shall end. */
export const showConnection = (visit: Visit, id: string): Promise<Answer> =>
  withOwn(visit, id, "looks", (_entered, page) =>
    Promise.resolve({
      page: page.connection.status === "REVOKED" ? toEndedPage(page, "already") : toAskPage(page),
    }),
  );

async function end(entered: Entered, visit: Visit, page: ConnectionPage): Promise<Answer> {
  const { id } = page.connection;
  const change = { action: "connected_account.disconnect", operation: "myConnections.change", target: id };
  const disconnect = () => disconnectAccount(entered.projectId, id, visit);
  const outcome = await recordAround(entered, visit, change, disconnect, (done) => done !== "already");
  return { page: toEndedPage(page, outcome) };
}

/** Continues like the link of an app; a page explains what cannot begin now. */
async function again(entered: Entered, visit: Visit, page: ConnectionPage): Promise<Answer> {
  const { language, chosen: query, branding, connection } = page;
  if (!mayReconnect(connection)) return { redirectTo: LIST_PATH + query };
  try {
    const change = { action: "connected_account.reconnect", operation: "myConnections.change", target: connection.id };
    const wish = { by: "user", on: visit, returnTo: LIST_PATH } as const;
    const { redirectUrl } = await recordAround(entered, visit, change, () =>
      reconnect(entered.projectId, connection.id, wish),
    );
    return { redirectTo: redirectUrl === null ? LIST_PATH + query : redirectUrl + query };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { unavailable, providerAway, askForHelp } = connectingTexts(language);
    const reason = error.kind === "Unavailable" ? [providerAway] : [unavailable[1] ?? "", askForHelp];
    const go = { href: LIST_PATH + query, words: connectionTexts(language).back };
    return { page: noticePage(error.status, language, [unavailable[0], ...reason], { branding, go, languages: {} }) };
  }
}

/** `POST /my/connections/{id}`: ends it, or connects it again. */
export const changeConnection = (visit: Visit, id: string, form: Form): Promise<Answer> =>
  withOwn(visit, id, "acts", async (entered, page) => {
    if (form.action === "disconnect") return end(entered, visit, page);
    if (form.action === "reconnect") return again(entered, visit, page);
    return { redirectTo: LIST_PATH + page.chosen };
  });
