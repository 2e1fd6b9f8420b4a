/** Sends the person from a connect link to the provider's consent page. */
import { db } from "@/lib/kernel/database/db";
import { newToken } from "@/lib/kernel/ids";
import type { AccountValues } from "../account-values";
import { isOpen, useLink } from "../accounts/connect-links";
import { addValues } from "../credentials/add-values";
import { withoutMoved } from "../credentials/moved-secrets";
import type { ConnectAnswer } from "../pages/deliver-result";
import { beginConsent } from "./begin-consent";
import type { OpenedLink } from "./open-link";
import { renderUsed } from "./render-link-page";

/**
 * Whether the link still works. The form uses up a link with fields; a link that only needs a consent works until its
 * end.
 */
async function continueLink({ link, account, context }: OpenedLink, values: AccountValues): Promise<boolean> {
  if (link.mode === "redirect") return isOpen(link);
  if (!(await useLink(db, link))) return false;
  // Values of an earlier consent stay with the server that they were for.
  await addValues(account.projectId, account.id, values, (storedValues, after) =>
    withoutMoved(context, { stored: storedValues, after, sent: values }),
  );
  return true;
}

/**
 * Redirects to the provider, and binds the return to this browser: the consent cannot be finished in another one. The
 * link is checked last: until then the person can correct the form, and an account that is revoked in the meantime
 * stays revoked.
 */
export async function redirectToProvider(openedLink: OpenedLink, values: AccountValues): Promise<ConnectAnswer> {
  const { account, context, visitor, openerOrigin, token: link } = openedLink;
  const browser = visitor.browser ?? newToken("br_");
  const origin = { browser, language: visitor.language, openerOrigin, link };
  const redirectTo = await beginConsent(account, context, values, origin);
  return (await continueLink(openedLink, values)) ? { redirectTo, browser } : renderUsed(openedLink);
}
