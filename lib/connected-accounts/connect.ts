/** What the hosted connect page does: shows a link, takes what the person filled in, goes on to the provider. */
import { logoUrl } from "@/lib/catalog/wire";
import { db } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { openAccountValues, type AccountValues } from "./account-credentials";
import type { ConnectedAccount } from "./accounts";
import { activateAccount, failConnection } from "./activate";
import { toCallback, type ConnectResult } from "./callback-url";
import { addValues } from "./change-values";
import { connectMode } from "./connect-modes";
import { toConnectPage, type Branding } from "./connect-page";
import { requireContext, type ConnectionContext } from "./connection-context";
import { keptForConsent, missingFields, readConnectionValues, wrongValues } from "./connection-values";
import { beginConsent } from "./consent";
import { findLink, useLink } from "./link-session";
import { toOAuthClient } from "./oauth-client";
import { noticePage, type Page } from "./page-frame";
import { proveValues, type Proven } from "./prove-values";

/** What the route answers with. */
export type ConnectAnswer = { redirectTo: string } | { page: Page };

/** How a project shows itself; the route brings it, as this room knows no projects. */
export type LoadBranding = (projectId: string) => Promise<Branding>;

const PROBLEMS = {
  unknown: noticePage(404, "This link does not work", ["The address is not one that we made, or it was cut off.", "Go back to the app you came from and start again there."]),
  expired: noticePage(410, "This link has expired", ["Links to connect an account work for ten minutes.", "Go back to the app you came from and start again there."]),
  used: noticePage(410, "This link was used already", ["Each link connects one account once. If you have just connected yours, you are done.", "Otherwise go back to the app you came from and start again there."]),
  unavailable: noticePage(409, "This account cannot be connected now", ["The app has switched this connection off or removed it.", "Go back to the app you came from and ask for help there."]),
};

/** The end of a connection: back to the app, or a page where the app gave no address. */
export function toEnd(callbackUrl: string | null, result: ConnectResult): ConnectAnswer {
  if (callbackUrl) return { redirectTo: toCallback(callbackUrl, result) };
  return {
    page: result.ok
      ? noticePage(200, "Your account is connected", ["You can close this page and go back to the app you came from."])
      : noticePage(400, "Your account was not connected", [result.description, "Go back to the app you came from to try again."]),
  };
}

type Opened = { link: { hash: string; mode: string }; account: ConnectedAccount; context: ConnectionContext; values: AccountValues };

async function openLink(token: string): Promise<Opened | { problem: keyof typeof PROBLEMS }> {
  const found = await findLink(token);
  if ("problem" in found) return found;
  const { projectId, accountId } = found.link;
  const account = await db.connectedAccount.findFirst({ where: { id: accountId, projectId } });
  if (!account) return { problem: "unavailable" };
  try {
    const context = await requireContext(projectId, account.authConfigId);
    return { link: found.link, account, context, values: openAccountValues(projectId, accountId, account.credentials) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: "unavailable" };
  }
}

type Filled = { values: AccountValues; errors: ReadonlyMap<string, string>; problem?: string };

/** The provider's address for people and for the policy; undefined while a URL still lacks a value. */
function consentUrl({ scheme, app }: ConnectionContext, values: AccountValues): string | undefined {
  try {
    if (scheme.oauth1) return app.values.authorization_url ?? scheme.oauth1.authorizationUrl;
    return scheme.oauth ? toOAuthClient(scheme, app, values).provider.authorizationUrl : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return app.values.authorization_url ?? scheme.oauth?.authorizationUrl;
  }
}

async function renderPage({ account, context }: Opened, { values, errors, problem }: Filled, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { scheme, toolkit, app, given } = context;
  const { consent } = connectMode(scheme.mode);
  const consentAt = consent ? consentUrl(context, values) : undefined;
  const host = consentAt && URL.canParse(consentAt) ? new URL(consentAt).host : undefined;
  const page = toConnectPage({
    branding: await loadBranding(account.projectId),
    toolkit: { name: toolkit.name, logo: logoUrl(toolkit) },
    ...(consent && { consentAt: host ?? toolkit.name }),
    scopes: consent ? [...(app.scopes ?? scheme.defaultScopes), ...(app.userScopes ?? scheme.defaultUserScopes)] : [],
    fields: scheme.fields.connectedAccountInitiation.filter(({ name }) => !given[name]),
    ...(scheme.hintUrl && { hintUrl: scheme.hintUrl }),
    values, errors, ...(problem && { problem }),
    goesTo: [consentAt ?? "", account.callbackUrl ?? "", app.values.oauth_redirect_uri ?? ""],
  });
  return { page };
}

/** `GET /connect/{token}`: shows the page, or goes on to the provider at once. Uses nothing up. */
export async function showConnect(token: string, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const opened = await openLink(token);
  if ("problem" in opened) return { page: PROBLEMS[opened.problem] };
  const { account, context, values } = opened;
  const kept = keptForConsent(context.scheme, values);
  if (opened.link.mode !== "redirect") return renderPage(opened, { values: kept, errors: new Map() }, loadBranding);
  try {
    return { redirectTo: await beginConsent(account, context, kept) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { page: noticePage(error.status, "This account cannot be connected now", [error.message, "Go back to the app you came from and ask for help there."]) };
  }
}

async function cancel({ link, account }: Opened): Promise<ConnectAnswer> {
  if (!(await useLink(db, link))) return { page: PROBLEMS.used };
  await failConnection(account.projectId, account.id, "The person cancelled on the connect page.", "user");
  return toEnd(account.callbackUrl, { ok: false, accountId: account.id, error: "access_denied", description: "You cancelled." });
}

async function storeFields(opened: Opened, typed: AccountValues, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { link, account, context } = opened;
  let proven: Proven;
  try {
    // Before the link is used up: wrong credentials must leave the person a second try.
    proven = await proveValues(context, typed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return renderPage(opened, { values: typed, errors: new Map(), problem: error.message }, loadBranding);
  }
  const stored = await db.$transaction(async (tx) => (await useLink(tx, link)) && activateAccount(tx, account.projectId, account.id, { ...proven, by: "user" }));
  return stored ? toEnd(account.callbackUrl, { ok: true, accountId: account.id }) : { page: PROBLEMS.used };
}

async function goToProvider(opened: Opened, values: AccountValues, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { link, account, context } = opened;
  try {
    // Before the link is used up: a provider URL that cannot be built must leave the person a second try.
    if (context.scheme.mode === "OAUTH2") toOAuthClient(context.scheme, context.app, values);
    if (!(await useLink(db, link))) return { page: PROBLEMS.used };
    await addValues(account.projectId, account.id, values);
    return { redirectTo: await beginConsent(account, context, values) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info("a consent could not begin", { connected_account_id: account.id, reason: error.message });
    return renderPage(opened, { values, errors: new Map(), problem: error.message }, loadBranding);
  }
}

/** `POST /connect/{token}`: takes the form. Errors leave the link as it is; anything else uses it up, once. */
export async function submitConnect(token: string, form: Readonly<Record<string, string>>, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const opened = await openLink(token);
  if ("problem" in opened) return { page: PROBLEMS[opened.problem] };
  if (form.action === "cancel") return cancel(opened);
  const { scheme, given } = opened.context;
  const fields = scheme.fields.connectedAccountInitiation;
  const typed = Object.fromEntries(fields.filter(({ name }) => !given[name]).map(({ name }) => [name, form[name]?.trim() ?? ""]));
  const values = readConnectionValues(scheme, typed, keptForConsent(scheme, opened.values));
  const errors = new Map([
    ...missingFields(scheme, { ...given, ...values }).map((field) => [field.name, `${field.displayName} is required.`] as const),
    ...wrongValues(scheme, values),
  ]);
  if (errors.size > 0) return renderPage(opened, { values, errors }, loadBranding);
  return connectMode(scheme.mode).consent ? goToProvider(opened, values, loadBranding) : storeFields(opened, values, loadBranding);
}
