/** What the hosted connect page does: shows a link, takes what the person filled in, goes on to the provider. */
import type { AuthField } from "@/lib/catalog/auth-scheme";
import { logoUrl } from "@/lib/catalog/read/wire";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/process/log";
import { openAccountValues, type AccountValues } from "../account-credentials";
import type { ConnectedAccount } from "../accounts/accounts";
import { activateAccount, failConnection } from "../credentials/activation";
import { addValues } from "../credentials/change-values";
import { CANCELLED, openerOriginOf, toEnd, type ConnectAnswer, type EndPlace } from "../pages/connect-end";
import { connectMode } from "./connect-by-scheme";
import { fieldName, toConnectPage, type Branding } from "../pages/connect-page";
import { requireContext, type ConnectionContext } from "../credentials/context";
import { WRONG, keptForConsent, missingFields, readConnectionValues, wrongValues } from "../credentials/values";
import { beginConsent } from "./consent";
import { findLink, useLink } from "../accounts/link-session";
import { toOAuthClient } from "../oauth/client";
import { noticePage } from "../pages/frame";
import { fill, textsOf } from "../pages/texts";
import { proveValues, type Proven } from "../credentials/proving";
import type { Visitor } from "../pages/visitor";
import { isUrl } from "@/lib/kernel/text/is-url";

/** How a project shows itself, and where people go from the provider if not back here; the route brings it, as this room knows no projects. */
export type LoadBranding = (projectId: string) => Promise<Branding & { verifierUrl?: string }>;

const STATUS = { unknown: 404, expired: 410, used: 410, unavailable: 409 } as const;
type Problem = keyof typeof STATUS;

const problemPage = (problem: Problem, { language }: Visitor): ConnectAnswer => ({
  page: noticePage(STATUS[problem], language, textsOf(language)[problem]),
});

type Opened = {
  link: { hash: string; mode: string };
  account: ConnectedAccount;
  context: ConnectionContext;
  values: AccountValues;
  visitor: Visitor;
  openerOrigin: string | null;
};

async function openLink(token: string, visitor: Visitor): Promise<Opened | { problem: Problem }> {
  const found = await findLink(token);
  if ("problem" in found) return found;
  const { projectId, accountId } = found.link;
  const account = await db.connectedAccount.findFirst({ where: { id: accountId, projectId } });
  if (!account) return { problem: "unavailable" };
  try {
    const context = await requireContext(projectId, account.authConfigId);
    const openerOrigin = visitor.popup ? openerOriginOf(found.link, account.callbackUrl) : null;
    return {
      link: found.link,
      account,
      context,
      values: openAccountValues(projectId, accountId, account.credentials),
      visitor,
      openerOrigin,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: "unavailable" };
  }
}

const endOf = ({ account, visitor, openerOrigin }: Opened): EndPlace => ({
  callbackUrl: account.callbackUrl,
  language: visitor.language,
  openerOrigin,
});

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

async function renderPage(
  { link, account, context, visitor }: Opened,
  { values, errors, problem }: Filled,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const { scheme, toolkit, app, given } = context;
  const { consent } = connectMode(scheme.mode);
  const consentAt = consent ? consentUrl(context, values) : undefined;
  const host = consentAt && isUrl(consentAt) ? new URL(consentAt).host : undefined;
  const { verifierUrl, ...branding } = await loadBranding(account.projectId);
  const page = toConnectPage({
    language: visitor.language,
    popup: visitor.popup,
    branding,
    toolkit: { name: toolkit.name, logo: logoUrl(toolkit) },
    ...(consent && { consentAt: host ?? toolkit.name }),
    scopes: consent ? [...(app.scopes ?? scheme.defaultScopes), ...(app.userScopes ?? scheme.defaultUserScopes)] : [],
    fields: link.mode === "redirect" ? [] : scheme.fields.connectedAccountInitiation.filter(({ name }) => !given[name]),
    ...(scheme.hintUrl && { hintUrl: scheme.hintUrl }),
    values,
    errors,
    ...(problem && { problem }),
    // A server that registers this one as its app says only then where its sign-in is.
    goesTo: [
      consentAt,
      consent ? verifierUrl : undefined,
      account.callbackUrl,
      app.values.oauth_redirect_uri,
      app.values.server_url,
    ].map((url) => url ?? ""),
  });
  return { page };
}

/**
 * `GET /connect/{token}`: shows the page. A link that needs nothing but a consent goes on to the provider at once when a
 * click on a page of ours led here; anybody else asks the person first, as another site could otherwise have a browser
 * that is signed in at the provider give its account away without a word. Uses nothing up.
 */
export async function showConnect(token: string, visitor: Visitor, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const opened = await openLink(token, visitor);
  if ("problem" in opened) return problemPage(opened.problem, visitor);
  const kept = keptForConsent(opened.context.scheme, opened.values);
  if (opened.link.mode !== "redirect" || !visitor.fromOwnPage)
    return renderPage(opened, { values: kept, errors: new Map() }, loadBranding);
  try {
    return await leave(opened, kept);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const texts = textsOf(visitor.language);
    return {
      page: noticePage(error.status, visitor.language, [texts.unavailable[0], error.message, texts.askForHelp]),
    };
  }
}

/** Goes to the provider, and ties the way back to this browser: whoever opens the provider's page elsewhere cannot finish it. */
async function leave(
  { account, context, visitor, openerOrigin }: Opened,
  values: AccountValues,
): Promise<ConnectAnswer> {
  const browser = visitor.browser ?? newToken("br_");
  return {
    redirectTo: await beginConsent(account, context, values, { browser, language: visitor.language, openerOrigin }),
    browser,
  };
}

async function cancel(opened: Opened): Promise<ConnectAnswer> {
  const { link, account, visitor } = opened;
  if (!(await useLink(db, link))) return problemPage("used", visitor);
  await failConnection(account.projectId, account.id, "The person cancelled on the connect page.", "user");
  return toEnd({ ok: false, accountId: account.id, error: "access_denied", description: CANCELLED }, endOf(opened));
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
  const stored = await db.$transaction(
    async (tx) =>
      (await useLink(tx, link)) && activateAccount(tx, account.projectId, account.id, { ...proven, by: "user" }),
  );
  return stored ? toEnd({ ok: true, accountId: account.id }, endOf(opened)) : problemPage("used", opened.visitor);
}

async function goToProvider(opened: Opened, values: AccountValues, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { link, account, context } = opened;
  try {
    // Before the link is used up: a provider URL that cannot be built must leave the person a second try.
    if (context.scheme.mode === "OAUTH2") toOAuthClient(context.scheme, context.app, values);
    if (link.mode === "redirect") return await leave(opened, values);
    if (!(await useLink(db, link))) return problemPage("used", opened.visitor);
    await addValues(account.projectId, account.id, values);
    return await leave(opened, values);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info(opened.visitor, "a consent could not begin", { connected_account_id: account.id, reason: error.message });
    return renderPage(opened, { values, errors: new Map(), problem: error.message }, loadBranding);
  }
}

/** What is missing or wrong, a sentence a field, in the person's language. */
function fieldErrors(
  { context: { scheme, given }, visitor: { language } }: Opened,
  values: AccountValues,
): Map<string, string> {
  const texts = textsOf(language);
  const required = (field: AuthField) => fill(texts.required, { field: fieldName(field, texts) });
  const inWords = (sentence: string): string => {
    if (language === "en") return sentence;
    return sentence === WRONG.oneLine ? texts.oneLine : sentence === WRONG.number ? texts.number : texts.address;
  };
  return new Map([
    ...missingFields(scheme, { ...given, ...values }).map((field) => [field.name, required(field)] as const),
    ...[...wrongValues(scheme, values)].map(([name, sentence]) => [name, inWords(sentence)] as const),
  ]);
}

/**
 * `POST /connect/{token}`: takes the form. Errors leave the link as it is; anything else uses it up, once. A link that
 * needs nothing but a consent can be taken again while it lives, until the connection is made.
 */
export async function submitConnect(
  token: string,
  form: Readonly<Record<string, string>>,
  visitor: Visitor,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const opened = await openLink(token, visitor);
  if ("problem" in opened) return problemPage(opened.problem, visitor);
  if (form.action === "cancel") return cancel(opened);
  const { scheme, given } = opened.context;
  const kept = keptForConsent(scheme, opened.values);
  if (opened.link.mode === "redirect") return goToProvider(opened, kept, loadBranding);
  const fields = scheme.fields.connectedAccountInitiation;
  const typed = Object.fromEntries(
    fields.filter(({ name }) => !given[name]).map(({ name }) => [name, form[name]?.trim() ?? ""]),
  );
  const values = readConnectionValues(scheme, typed, kept);
  const errors = fieldErrors(opened, values);
  if (errors.size > 0) return renderPage(opened, { values, errors }, loadBranding);
  return connectMode(scheme.mode).consent
    ? goToProvider(opened, values, loadBranding)
    : storeFields(opened, values, loadBranding);
}
