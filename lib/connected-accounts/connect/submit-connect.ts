/** `POST /connect/{token}`: accepts the form of a connect page. */
import { askedFields } from "@/lib/catalog/toolkit-auth-scheme";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import type { AccountValues } from "../account-values";
import { useLink } from "../accounts/connect-links";
import { failConnection } from "../credentials/activation";
import { keptForConsent, readConnectionValues } from "../credentials/connection-values";
import { withoutMoved } from "../credentials/moved-secrets";
import { CANCELED, staysHere, type ConnectAnswer } from "../pages/deliver-result";
import { connectMode } from "./connect-mode";
import { fieldErrors, withUnrepeated } from "./form-state";
import { answerWithForm } from "./link-answer";
import { openLink, type OpenedLink, resultTargetOf } from "./open-link";
import { redirectToProvider } from "./redirect-to-provider";
import { renderProblem, renderUsed } from "./render-link-page";
import { finishLink } from "./show-link-result";
import { storeFields } from "./store-fields";

/** Uses up the link if the app receives the result. A person who stays on our page can go back to the same link. */
async function cancel(openedLink: OpenedLink): Promise<ConnectAnswer> {
  const { link, account } = openedLink;
  if (!staysHere(resultTargetOf(openedLink)) && !(await useLink(db, link))) return renderUsed(openedLink);
  await failConnection(account.projectId, account.id, "The user canceled on the connect page.", "user");
  const result = { ok: false, accountId: account.id, error: "access_denied", description: CANCELED } as const;
  return finishLink(openedLink, result);
}

async function goToProvider(openedLink: OpenedLink, values: AccountValues): Promise<ConnectAnswer> {
  try {
    return await redirectToProvider(openedLink, values);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info(openedLink.visitor, "a consent could not begin", {
      connected_account_id: openedLink.account.id,
      reason: error.message,
    });
    return answerWithForm(openedLink, { values, problem: error.message });
  }
}

/**
 * Accepts the form of a link. Unless there are errors, the link is used up. A link that only needs a consent works
 * again until the connection is made or the link expires.
 */
export async function submitConnect(
  token: string,
  form: Readonly<Record<string, string>>,
  visitor: Visitor,
): Promise<ConnectAnswer> {
  const openedLink = await openLink(token, visitor);
  if ("problem" in openedLink) return renderProblem(openedLink, visitor);
  if (form.action === "cancel") return cancel(openedLink);
  const { scheme, given: sharedValues } = openedLink.context;
  const storedValues = keptForConsent(scheme, openedLink.values);
  if (openedLink.link.mode === "redirect") return goToProvider(openedLink, storedValues);
  const typed = Object.fromEntries(
    askedFields(scheme)
      .filter(({ name }) => !sharedValues[name])
      .map(({ name }) => [name, form[name]?.trim() ?? ""]),
  );
  const anyway = form.action === "anyway";
  const sentValues = withUnrepeated(openedLink, typed);
  const after = readConnectionValues(scheme, sentValues, storedValues);
  const values = withoutMoved(openedLink.context, { stored: storedValues, after, sent: sentValues });
  const errors = fieldErrors(openedLink, values);
  if (errors.size > 0) return answerWithForm(openedLink, { values });
  return connectMode(scheme.mode).consent ? goToProvider(openedLink, values) : storeFields(openedLink, values, anyway);
}
