/** The callback of a provider's consent page: uses the state once, exchanges the code, and sends the person back. */
import { brandingOf } from "@/lib/access/projects/branding";
import { findCallbackVerifier } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import type { ConnectedAccount } from "../accounts/accounts";
import { failConnection } from "../credentials/activation";
import { createCallbackSession, toVerifier } from "./create-callback-session";
import type { ConnectResult } from "../pages/callback-url";
import { type ConnectAnswer, deliverResult, showsResult, staysHere } from "../pages/deliver-result";
import { answerWithResult } from "./link-answer";
import { canTryAgain, findMark } from "./show-link-result";
import { reopenLink } from "./reopen-link";
import { log } from "@/lib/kernel/process/log";
import { openAccountValues } from "../account-values";
import { findLinkAt } from "../accounts/connect-links";
import { PENDING_URL } from "../credentials/connection-values";
import { toFailure } from "./consent-failure";
import { exchangeConsent, type OAuthCallback } from "./exchange-consent";
import { defaultRedirectUri } from "../oauth/oauth-client";
import { takeState, type ConsentState } from "./consent-state";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { chooseLanguage } from "@/lib/hosted-pages/languages";
import { fillText, connectingTexts } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";

const stale = ({ language }: Visitor): ConnectAnswer => ({
  page: noticePage(400, language, connectingTexts(language).stale),
});

/**
 * Whether the browser that returns is the browser that left. If not, somebody was possibly lured into another person's
 * consent.
 */
const isSameBrowser = ({ browserHash }: ConsentState, { browser }: Visitor): boolean =>
  browserHash === null || (browser !== null && hashToken(browser) === browserHash);

/** Refuses a return in another browser, or without the cookie. The page explains what to do. */
async function refuseBrowser(
  account: ConnectedAccount,
  language: Visitor["language"],
  browser: string | null,
): Promise<ConnectAnswer> {
  const reason =
    browser === null
      ? "The sign-in came back without the cookie of the browser where it began: cookies are blocked there, or it is another browser."
      : "The sign-in came back in another browser than the one where it began.";
  await failConnection(account.projectId, account.id, reason, "user");
  const {
    noCookies: [title, ...sentences],
    otherBrowser,
  } = connectingTexts(language);
  const host = new URL(defaultRedirectUri()).host;
  return {
    page: noticePage(
      403,
      language,
      browser === null ? [title, ...sentences.map((sentence) => fillText(sentence, { host }))] : otherBrowser,
      { branding: await brandingOf(account.projectId) },
    ),
  };
}

/**
 * The link that led to a consent; null if it can no longer be read.
 * @param linkToken the token of the link; without it the account's newest link counts
 */
async function findLinkOf(
  { projectId, id, credentials }: Pick<ConnectedAccount, "projectId" | "id" | "credentials">,
  linkToken: string | null,
): ReturnType<typeof findLinkAt> {
  try {
    const url = linkToken ?? openAccountValues(projectId, id, credentials)[PENDING_URL];
    return url ? await findLinkAt(projectId, id, url) : null;
  } catch {
    return null;
  }
}

/**
 * Shows the result of a consent: at the link that led here, which may be open again, or at the app. Only a person who
 * comes back with an unused state, in the browser where the consent began, gets here.
 */
async function showResult(
  { projectId, id, credentials, callbackUrl, toolkitSlug }: ConnectedAccount,
  result: ConnectResult,
  { language, openerOrigin, link }: Pick<ConsentState, "openerOrigin" | "link"> & Pick<Visitor, "language">,
  visitor: Visitor,
): Promise<ConnectAnswer> {
  const origin = await findLinkOf({ projectId, id, credentials }, link);
  const returnTo = origin?.link.returnTo ?? null;
  const toolkit = await findMark(projectId, toolkitSlug);
  const target = {
    projectId,
    toolkit,
    callbackUrl: returnTo === null ? callbackUrl : null,
    returnTo,
    language,
    openerOrigin,
  };
  if (!origin || !showsResult(target)) return deliverResult(result, target);
  if (staysHere(target) && canTryAgain(result)) await reopenLink(origin.link);
  return answerWithResult({ ...origin, visitor: { ...visitor, language, popup: openerOrigin !== null } }, result);
}

/** Stores the callback, and redirects the person to the project's app, which confirms the user. */
async function redirectToVerifier(
  account: ConnectedAccount,
  { verifier, redirectUri }: ConsentState,
  callback: OAuthCallback,
  verifierUrl: string,
): Promise<string | null> {
  const sessionUri = await createCallbackSession(account, { begun: { verifier, redirectUri }, callback });
  return sessionUri && toVerifier(verifierUrl, sessionUri);
}

/**
 * Finishes one consent. After the state is used, the account always becomes ACTIVE or FAILED, and the person is sent
 * back to the app (or to a page with the result). In a project with a verifier, the account waits for the verifier
 * instead, also if the provider refused.
 */
export async function finishOAuth(callback: OAuthCallback, visitor: Visitor): Promise<ConnectAnswer> {
  const consentState = callback.state ? await takeState(callback.state) : null;
  if (!consentState) return stale(visitor);
  const account = await db.connectedAccount.findFirst({
    where: { id: consentState.accountId, projectId: consentState.projectId },
  });
  if (!account) return stale(visitor);
  const language = chooseLanguage(consentState.language, null);
  if (!isSameBrowser(consentState, visitor)) return refuseBrowser(account, language, visitor.browser);
  const verifierUrl = await findCallbackVerifier(consentState.projectId);
  if (verifierUrl !== null) {
    const redirectTo = await redirectToVerifier(account, consentState, callback, verifierUrl);
    return redirectTo ? { redirectTo } : stale(visitor);
  }
  const end = (result: ConnectResult) => showResult(account, result, { ...consentState, language }, visitor);
  const failure = await exchangeConsent(account, consentState, callback, visitor).then(
    () => null,
    (error: unknown) => toFailure(error, visitor),
  );
  if (!failure) return end({ ok: true, accountId: account.id });
  const by = failure.code === "access_denied" ? "user" : "provider";
  await failConnection(account.projectId, account.id, failure.message, by);
  log.info(visitor, "a consent ended without a connection", { connected_account_id: account.id, code: failure.code });
  return end({ ok: false, accountId: account.id, error: failure.code, description: failure.message });
}
