/**
 * The URLs to which the form of a connect page can lead. The page's content security policy names them, because
 * browsers also check the redirects after a form.
 */
import { ApiError } from "@/lib/kernel/errors";
import { openAccountValues, type AccountValues } from "../account-values";
import { requireAccount } from "../accounts/accounts";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import { keptForConsent } from "../credentials/connection-values";
import { toOAuthClient } from "../oauth/oauth-client";
import { connectMode } from "./connect-mode";

/**
 * The URL of the provider's consent page, to show and for the policy; undefined as long as a value of it is missing.
 */
export function consentUrl({ scheme, app }: ConnectionContext, values: AccountValues): string | undefined {
  try {
    if (scheme.oauth1) return app.values.authorization_url ?? scheme.oauth1.authorizationUrl;
    return scheme.oauth ? toOAuthClient(scheme, app, values).provider.authorizationUrl : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return app.values.authorization_url ?? scheme.oauth?.authorizationUrl;
  }
}

/**
 * The URLs to which a form that begins a connection can lead. With dynamic registration the sign-in URL is not known
 * yet, so the provider's server counts.
 */
export function formTargets(
  context: ConnectionContext,
  values: AccountValues,
  { callbackUrl, verifierUrl }: { callbackUrl: string | null; verifierUrl: string | null },
): string[] {
  const { consent } = connectMode(context.scheme.mode);
  const { oauth_redirect_uri: redirect, server_url: server } = context.app.values;
  const consentAt = consent ? consentUrl(context, values) : undefined;
  return [consentAt, consent ? verifierUrl : undefined, callbackUrl, redirect, server].map((url) => url ?? "");
}

/**
 * The same for an account that is connected again; empty for an account that cannot be.
 * @throws ApiError NotFound
 */
export async function reconnectionTargets(
  projectId: string,
  id: string,
  verifierUrl: string | null,
): Promise<string[]> {
  const { authConfigId, credentials, callbackUrl } = await requireAccount(projectId, id);
  try {
    const context = await requireContext(projectId, authConfigId);
    const values = keptForConsent(context.scheme, openAccountValues(projectId, id, credentials));
    return formTargets(context, values, { callbackUrl, verifierUrl });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
}
