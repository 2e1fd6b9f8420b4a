/** The hosted connect page: shows the page of a link, accepts its form, goes on to the provider. */
import { askedFields } from "@/lib/catalog/toolkit-auth-scheme";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/process/log";
import type { AccountValues } from "../account-values";
import { failConnection } from "../credentials/activation";
import { addValues } from "../credentials/add-values";
import { CANCELED, endsHere, type ConnectAnswer } from "../pages/deliver-result";
import { connectMode } from "./connect-mode";
import { withoutMoved } from "../credentials/moved-secrets";
import { keptForConsent, readConnectionValues } from "../credentials/connection-values";
import { beginConsent } from "./begin-consent";
import { isOpen, useLink } from "../accounts/connect-links";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { textsOf } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { endOf, openLink, problemPage, renderPage, usedPage, type LoadBranding, type OpenedLink } from "./open-link";
import { storeFields } from "./store-fields";
import { fieldErrors, toFilled, withKept } from "./form-state";
import { endLinkWith, showEnd } from "./show-link-result";
import { answerForm, readForm } from "./link-answers";

/**
 * `GET /connect/{token}`: shows the page. Does not use up the link. If only a consent is needed and a click on one of our
 * own pages led here, goes on to the provider at once. Otherwise the person is asked first: another site could open the
 * link in a browser that is signed in at the provider, which would then grant access without a question.
 */
export async function showConnect(token: string, visitor: Visitor, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const opened = await openLink(token, visitor);
  const end = await showEnd(opened, visitor, loadBranding);
  if (end) return end;
  if ("problem" in opened) return problemPage(opened, visitor, loadBranding);
  const form = readForm(opened.link, visitor);
  if (form) return renderPage(opened, toFilled(opened, form), loadBranding);
  const kept = keptForConsent(opened.context.scheme, opened.values);
  // An address with an answer is a page that was seen before, such as one of a form that was given up.
  if (opened.link.mode !== "redirect" || !visitor.fromOwnPage || visitor.answer !== null)
    return renderPage(opened, { values: kept, errors: new Map() }, loadBranding);
  try {
    return await toProviderRedirect(opened, kept, loadBranding);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const texts = textsOf(visitor.language);
    return {
      page: noticePage(error.status, visitor.language, [texts.unavailable[0], error.message, texts.askForHelp], {
        branding: await loadBranding(opened.account.projectId),
      }),
    };
  }
}

/** Whether the link counts still: one with fields is used up by the form, one that needs a consent alone by its end. */
async function keepGoing({ link, account, context }: OpenedLink, values: AccountValues): Promise<boolean> {
  if (link.mode === "redirect") return isOpen(link);
  if (!(await useLink(db, link))) return false;
  // What the account has of an earlier consent stays with the place that it was for.
  await addValues(account.projectId, account.id, values, (stored, after) =>
    withoutMoved(context, { stored, after, sent: values }),
  );
  return true;
}

/**
 * Redirects to the provider, and binds the return to this browser: the consent cannot be finished in another one. The link
 * is looked at last: until then the person can correct the form, and an account that is revoked meanwhile stays so.
 */
async function toProviderRedirect(
  opened: OpenedLink,
  values: AccountValues,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const { account, context, visitor, openerOrigin, token: link } = opened;
  const browser = visitor.browser ?? newToken("br_");
  const origin = { browser, language: visitor.language, openerOrigin, link };
  const redirectTo = await beginConsent(account, context, values, origin);
  return (await keepGoing(opened, values)) ? { redirectTo, browser } : usedPage(opened, loadBranding);
}

/** Where an app hears of it, the link ends; a person who sees the end here may go back to the same link. */
async function cancel(opened: OpenedLink, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { link, account } = opened;
  if (!endsHere(endOf(opened)) && !(await useLink(db, link))) return usedPage(opened, loadBranding);
  await failConnection(account.projectId, account.id, "The person canceled on the connect page.", "user");
  const result = { ok: false, accountId: account.id, error: "access_denied", description: CANCELED } as const;
  return endLinkWith(opened, result, loadBranding);
}

async function goToProvider(
  opened: OpenedLink,
  values: AccountValues,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  try {
    return await toProviderRedirect(opened, values, loadBranding);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info(opened.visitor, "a consent could not begin", {
      connected_account_id: opened.account.id,
      reason: error.message,
    });
    return answerForm(opened, { values, problem: error.message });
  }
}

/**
 * `POST /connect/{token}`: accepts the form. Unless there are errors, the link is used up. A link that only needs a consent
 * works again until the connection is made or the link expires.
 */
export async function submitConnect(
  token: string,
  form: Readonly<Record<string, string>>,
  visitor: Visitor,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const opened = await openLink(token, visitor);
  if ("problem" in opened) return problemPage(opened, visitor, loadBranding);
  if (form.action === "cancel") return cancel(opened, loadBranding);
  const { scheme, given } = opened.context;
  const kept = keptForConsent(scheme, opened.values);
  if (opened.link.mode === "redirect") return goToProvider(opened, kept, loadBranding);
  const typed = Object.fromEntries(
    askedFields(scheme)
      .filter(({ name }) => !given[name])
      .map(({ name }) => [name, form[name]?.trim() ?? ""]),
  );
  const anyway = form.action === "anyway";
  const sent = withKept(opened, typed);
  const after = readConnectionValues(scheme, sent, kept);
  const values = withoutMoved(opened.context, { stored: kept, after, sent });
  const errors = fieldErrors(opened, values);
  if (errors.size > 0) return answerForm(opened, { values });
  return connectMode(scheme.mode).consent
    ? goToProvider(opened, values, loadBranding)
    : storeFields(opened, values, anyway, loadBranding);
}
