/** The callback of a provider's consent page: uses the state once, exchanges the code, and sends the person back. */
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import type { ConnectedAccount } from "../accounts/accounts";
import { failConnection } from "../credentials/activation";
import { createCallbackSession, toVerifier } from "./callback-session";
import type { ConnectResult } from "../pages/callback-url";
import { type ConnectAnswer, endsHere, type LoadLook, showsEnd, toEnd } from "../pages/deliver-result";
import { answerEnd } from "./link-answers";
import { isWorthAnotherTry } from "./show-link-result";
import { reopenLink } from "./reopen-link";
import { log } from "@/lib/kernel/process/log";
import { openAccountValues } from "../account-values";
import { findLinkAt } from "../accounts/connect-links";
import { PENDING_URL } from "../credentials/connection-values";
import { toFailure } from "./consent-failure";
import { exchangeConsent, type OAuthCallback } from "./exchange-consent";
import { defaultRedirectUri } from "../oauth/oauth-client";
import { takeState, type TakenState } from "./consent-state";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { chooseLanguage, fillText, textsOf } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";

const stale = ({ language }: Visitor): ConnectAnswer => ({ page: noticePage(400, language, textsOf(language).stale) });

/**
 * Whether the browser that returns is the one that left. If not, somebody may have been lured into another's consent.
 */
const isSameBrowser = ({ browserHash }: TakenState, { browser }: Visitor): boolean =>
  browserHash === null || (browser !== null && hashToken(browser) === browserHash);

/** Refuses a return in another browser, or without the cookie, and tells the person what to do. */
async function refuseBrowser(
  account: ConnectedAccount,
  language: Visitor["language"],
  browser: string | null,
  loadLook: LoadLook,
): Promise<ConnectAnswer> {
  const reason =
    browser === null
      ? "The sign-in came back without the cookie of the browser where it began: cookies are blocked there, or it is another browser."
      : "The sign-in came back in another browser than the one where it began.";
  await failConnection(account.projectId, account.id, reason, "user");
  const {
    noCookies: [title, ...sentences],
    otherBrowser,
  } = textsOf(language);
  const host = new URL(defaultRedirectUri()).host;
  return {
    page: noticePage(
      403,
      language,
      browser === null ? [title, ...sentences.map((sentence) => fillText(sentence, { host }))] : otherBrowser,
      { branding: await loadLook(account.projectId) },
    ),
  };
}

/**
 * The link that led to a consent; null where that cannot be read any more.
 * @param began the token of the link; without it the account's newest one counts
 */
async function findLinkOf(
  { projectId, id, credentials }: Pick<ConnectedAccount, "projectId" | "id" | "credentials">,
  began: string | null,
): ReturnType<typeof findLinkAt> {
  try {
    const url = began ?? openAccountValues(projectId, id, credentials)[PENDING_URL];
    return url ? await findLinkAt(projectId, id, url) : null;
  } catch {
    return null;
  }
}

/**
 * Shows how a consent ended: at the link that led here, which may be open again, or at the app. Only whoever comes back
 * with a state that was not used yet, in the browser where it began, gets here.
 */
async function endConsent(
  { projectId, id, credentials, callbackUrl, toolkitSlug }: ConnectedAccount,
  result: ConnectResult,
  { language, openerOrigin, link }: Pick<TakenState, "openerOrigin" | "link"> & Pick<Visitor, "language">,
  { visitor, loadLook }: { visitor: Visitor; loadLook: LoadLook },
): Promise<ConnectAnswer> {
  const found = await findLinkOf({ projectId, id, credentials }, link);
  const returnTo = found?.link.returnTo ?? null;
  const toolkit = (await findToolkit(projectId, toolkitSlug))?.name ?? toolkitSlug;
  const place = {
    projectId,
    toolkit,
    callbackUrl: returnTo === null ? callbackUrl : null,
    returnTo,
    language,
    openerOrigin,
  };
  if (!found || !showsEnd(place)) return toEnd(result, place, loadLook);
  if (endsHere(place) && isWorthAnotherTry(result)) await reopenLink(found.link);
  return answerEnd({ ...found, visitor: { ...visitor, language, popup: openerOrigin !== null } }, result);
}

/** Finds the verifier URL of a project, which must confirm the user before the exchange; null for none. */
export type FindVerifier = (projectId: string) => Promise<string | null>;

/** Stores the callback, and sends the person to the project's app, which says who they are. */
async function redirectToVerifier(
  account: ConnectedAccount,
  { verifier, redirectUri }: TakenState,
  callback: OAuthCallback,
  verifierUrl: string,
): Promise<string | null> {
  const sessionUri = await createCallbackSession(account, { begun: { verifier, redirectUri }, callback });
  return sessionUri && toVerifier(verifierUrl, sessionUri);
}

/**
 * Finishes one consent. After the state is used, the account always becomes ACTIVE or FAILED, and the person is sent back
 * to the app (or to a page with the result). In a project with a verifier, the account waits for it instead, also if the
 * provider refused.
 */
export async function finishOAuth(
  callback: OAuthCallback,
  visitor: Visitor,
  findVerifier: FindVerifier,
  loadLook: LoadLook,
): Promise<ConnectAnswer> {
  const taken = callback.state ? await takeState(callback.state) : null;
  if (!taken) return stale(visitor);
  const account = await db.connectedAccount.findFirst({ where: { id: taken.accountId, projectId: taken.projectId } });
  if (!account) return stale(visitor);
  const language = chooseLanguage(taken.language, null);
  if (!isSameBrowser(taken, visitor)) return refuseBrowser(account, language, visitor.browser, loadLook);
  const verifierUrl = await findVerifier(taken.projectId);
  if (verifierUrl !== null) {
    const redirectTo = await redirectToVerifier(account, taken, callback, verifierUrl);
    return redirectTo ? { redirectTo } : stale(visitor);
  }
  const end = (result: ConnectResult) => endConsent(account, result, { ...taken, language }, { visitor, loadLook });
  const failure = await exchangeConsent(account, taken, callback, visitor).then(
    () => null,
    (error: unknown) => toFailure(error, visitor),
  );
  if (!failure) return end({ ok: true, accountId: account.id });
  const by = failure.code === "access_denied" ? "user" : "provider";
  await failConnection(account.projectId, account.id, failure.message, by);
  log.info(visitor, "a consent ended without a connection", { connected_account_id: account.id, code: failure.code });
  return end({ ok: false, accountId: account.id, error: failure.code, description: failure.message });
}
