/** The link behind a connect page: opens it, and shows its page. */
import { askedFields } from "@/lib/catalog/toolkit-auth-scheme";
import { logoUrl } from "@/lib/catalog/read/wire";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { isUrl } from "@/lib/kernel/text/is-url";
import { openAccountValues, type AccountValues } from "../account-values";
import { requireAccount, type ConnectedAccount } from "../accounts/accounts";
import { findLink, type LinkRow } from "../accounts/connect-links";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import { keptForConsent } from "../credentials/connection-values";
import { toOAuthClient } from "../oauth/oauth-client";
import { openerOriginOf, type ConnectAnswer, type EndPlace } from "../pages/deliver-result";
import { toConnectPage } from "../pages/connect-page";
import { type Branding, noticePage } from "@/lib/hosted-pages/render-frame";
import { textsOf } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { connectMode } from "./connect-mode";

/**
 * Loads a project's branding, and its verifier URL if it has one. Passed in by the route: this folder cannot read
 * projects.
 */
export type LoadBranding = (projectId: string) => Promise<Branding & { verifierUrl?: string }>;

const STATUS = { unknown: 404, expired: 410, used: 410, unavailable: 409 } as const;
/** `projectId`: whose link it is, or was. */
export type LinkProblem = { problem: keyof typeof STATUS; projectId?: string; link?: LinkRow };

/** The page for a link that does not work. */
export const problemPage = async (
  { problem, projectId }: LinkProblem,
  { language }: Visitor,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> => ({
  page: noticePage(STATUS[problem], language, textsOf(language)[problem], {
    branding: projectId === undefined ? undefined : await loadBranding(projectId),
    languages: {},
  }),
});

/** A link that works, with everything that its pages need. */
export type OpenedLink = {
  link: LinkRow;
  token: string;
  account: ConnectedAccount;
  context: ConnectionContext;
  values: AccountValues;
  visitor: Visitor;
  openerOrigin: string | null;
};

/** Opens a link without using it up. */
export async function openLink(token: string, visitor: Visitor): Promise<OpenedLink | LinkProblem> {
  const found = await findLink(token);
  if ("problem" in found) return found;
  const { projectId, accountId } = found.link;
  const account = await db.connectedAccount.findFirst({ where: { id: accountId, projectId } });
  if (!account) return { problem: "unavailable", projectId };
  try {
    const context = await requireContext(projectId, account.authConfigId);
    const openerOrigin = visitor.popup ? openerOriginOf(found.link, account.callbackUrl) : null;
    return {
      link: found.link,
      token,
      account,
      context,
      values: openAccountValues(projectId, accountId, account.credentials),
      visitor,
      openerOrigin,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: "unavailable", projectId };
  }
}

/** The page for somebody whose form came after another one that used the link up. */
export const usedPage = (
  { account: { projectId }, visitor }: OpenedLink,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> => problemPage({ problem: "used", projectId }, visitor, loadBranding);

/** Where the person is sent at the end. */
export const endOf = ({ account, link, visitor, openerOrigin, context }: OpenedLink): EndPlace => ({
  projectId: account.projectId,
  toolkit: context.toolkit.name,
  callbackUrl: link.returnTo === null ? account.callbackUrl : null,
  returnTo: link.returnTo,
  language: visitor.language,
  openerOrigin,
});

/** `kept`: secrets of before stay unless they are typed anew. `unproven`: the values can be saved all the same. */
export type Filled = {
  values: AccountValues;
  errors: ReadonlyMap<string, string>;
  problem?: string | undefined;
  kept?: boolean;
  unproven?: boolean;
};

/** The URL of the provider's consent page, to show and for the policy; undefined while it lacks a value. */
function consentUrl({ scheme, app }: ConnectionContext, values: AccountValues): string | undefined {
  try {
    if (scheme.oauth1) return app.values.authorization_url ?? scheme.oauth1.authorizationUrl;
    return scheme.oauth ? toOAuthClient(scheme, app, values).provider.authorizationUrl : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return app.values.authorization_url ?? scheme.oauth?.authorizationUrl;
  }
}

/**
 * Where a form that begins a connection may lead, for the page's policy: browsers also check the redirects after it. With
 * dynamic registration the sign-in URL is not known before.
 */
function placesAfter(
  context: ConnectionContext,
  values: AccountValues,
  { callbackUrl, verifierUrl }: { callbackUrl: string | null; verifierUrl: string | undefined },
): string[] {
  const { consent } = connectMode(context.scheme.mode);
  const { oauth_redirect_uri: redirect, server_url: server } = context.app.values;
  const consentAt = consent ? consentUrl(context, values) : undefined;
  return [consentAt, consent ? verifierUrl : undefined, callbackUrl, redirect, server].map((url) => url ?? "");
}

/**
 * The same for an account that is connected again; nothing for one that cannot be.
 * @throws ApiError NotFound
 */
export async function placesOfReconnection(
  projectId: string,
  id: string,
  verifierUrl: string | undefined,
): Promise<string[]> {
  const { authConfigId, credentials, callbackUrl } = await requireAccount(projectId, id);
  try {
    const context = await requireContext(projectId, authConfigId);
    const kept = keptForConsent(context.scheme, openAccountValues(projectId, id, credentials));
    return placesAfter(context, kept, { callbackUrl, verifierUrl });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}

/** The connect page of a link. */
export async function renderPage(
  opened: OpenedLink,
  { values, errors, problem, kept = false, unproven = false }: Filled,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const { link, account, context, visitor } = opened;
  const { scheme, toolkit, app, given } = context;
  const { consent } = connectMode(scheme.mode);
  const consentAt = consent ? consentUrl(context, values) : undefined;
  const host = consentAt && isUrl(consentAt) ? new URL(consentAt).host : undefined;
  const { verifierUrl, ...branding } = await loadBranding(account.projectId);
  const page = toConnectPage({
    language: visitor.language,
    keep: { ...(visitor.popup && { popup: "1" }), ...(visitor.answer !== null && { answer: String(visitor.answer) }) },
    branding,
    toolkit: { name: toolkit.name, logo: logoUrl(toolkit) },
    ...(consent && { consentAt: host ?? toolkit.name }),
    scopes: consent ? [...(app.scopes ?? scheme.defaultScopes), ...(app.userScopes ?? scheme.defaultUserScopes)] : [],
    fields: link.mode === "redirect" ? [] : askedFields(scheme).filter(({ name }) => !given[name]),
    ...(scheme.hintUrl && { hintUrl: scheme.hintUrl }),
    values,
    errors,
    ...(problem && { problem }),
    kept,
    unproven,
    goesTo: placesAfter(context, values, { callbackUrl: endOf(opened).callbackUrl, verifierUrl }),
  });
  return { page };
}
