/** Sends a person to a provider's consent page. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";
import { db } from "@/lib/kernel/database/db";
import type { AccountValues } from "../account-values";
import type { ConnectedAccount } from "../accounts/accounts";
import type { ConnectionContext } from "../credentials/connection-context";
import { toOAuthClient } from "../oauth/oauth-client";
import { newVerifier, toAuthorizeUrl } from "../oauth/oauth2";
import { createState, type ConsentOrigin } from "./consent-state";
import { beginOAuth1 } from "./oauth1-consent";
import { requireRegisteredApp } from "../oauth/require-registered-app";
import { moveAccount } from "../accounts/move-account";

/**
 * Begins a consent: gives the URL of the provider's page and makes the account INITIATED.
 * @throws ApiError BadRequest when the provider's URLs lack a value, TooManyRequests for too many open consents
 */
export async function beginConsent(
  account: Pick<ConnectedAccount, "id" | "projectId">,
  context: ConnectionContext,
  values: AccountValues,
  origin: ConsentOrigin,
): Promise<string> {
  const address = context.scheme.oauth1
    ? await beginOAuth1(account, context.scheme, context.app, origin)
    : await beginOAuth2(account, context, values, origin);
  await db.$transaction((tx) =>
    moveAccount(tx, account.projectId, account.id, {
      to: "INITIATED",
      reason: null,
      by: "user",
      note: "The person went to the provider's consent page.",
    }),
  );
  return address;
}

async function beginOAuth2(
  account: Pick<ConnectedAccount, "id" | "projectId">,
  { config, scheme, app }: ConnectionContext,
  values: AccountValues,
  origin: ConsentOrigin,
): Promise<string> {
  const client = toOAuthClient(
    scheme,
    DISCOVERED_MODES.has(scheme.mode) ? await requireRegisteredApp(config, app) : app,
    values,
  );
  const verifier = newVerifier();
  const state = await createState(account.projectId, account.id, {
    verifier: client.provider.pkce === "none" ? null : verifier,
    redirectUri: client.redirectUri,
    origin,
  });
  return toAuthorizeUrl(client, { state, verifier });
}
