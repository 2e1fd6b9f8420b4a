/** Exchanges the code of a callback for tokens, and makes the account ACTIVE with them. */
import type { OAuthProvider } from "@/lib/catalog/toolkit-auth-scheme";
import { db } from "@/lib/kernel/database/db";
import { rowsIn } from "@/lib/kernel/database/statement";
import { log, type Origin } from "@/lib/kernel/process/log";
import { openAccountValues, type AccountValues } from "../account-values";
import type { ConnectedAccount } from "../accounts/accounts";
import { LOCK_STATUS } from "../accounts/move-account";
import { activateAccount } from "../credentials/activation";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import { keptForConsent } from "../credentials/connection-values";
import { canAsk } from "../proof/ask-current-user";
import { askLater } from "../proof/check-account";
import { ConsentFailure, toRefusal } from "./consent-failure";
import { toOAuthClient } from "../oauth/oauth-client";
import { discoverValues, splitDiscovered } from "../oauth/discover-values";
import { finishOAuth1 } from "./oauth1-consent";
import { exchangeCode, isOwnIssuer } from "../oauth/oauth2";
import type { ConsentState } from "./consent-state";
import { cleanMessage } from "../oauth/provider-error";
import { findSharedGrant } from "../credentials/find-shared-grant";
import { revokeAtProvider } from "../oauth/revoke-at-provider";
import { secretTexts } from "../oauth/secret-texts";
import type { TokenSet } from "../oauth/token-answer";

/** The query of the provider's callback; `query` is the whole of it. */
export type OAuthCallback = {
  state?: string;
  code?: string;
  error?: string;
  errorDescription?: string;
  iss?: string;
  query: Readonly<Record<string, string>>;
};

/** The parts of a state that the exchange needs. */
export type ExchangeState = Pick<ConsentState, "projectId" | "verifier" | "redirectUri">;

/** Further values of the callback that the provider's description names; each is cut to one short line. */
const callbackValues = (names: readonly string[], { query }: OAuthCallback): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(query, name) ? cleanMessage(query[name], []) : "";
      return value ? [[name, value]] : [];
    }),
  );

/**
 * Places where the code was issued and can be exchanged: a provider's data center can differ from the place where the
 * person began.
 */
const toldPlaces = (
  { fromCallback = {}, places = {} }: Pick<OAuthProvider, "fromCallback" | "places">,
  { query }: OAuthCallback,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fromCallback).flatMap(([name, { param, values }]) => {
      const callbackValue = Object.hasOwn(query, param) ? (query[param] ?? "") : "";
      const value = Object.hasOwn(values, callbackValue) ? values[callbackValue] : undefined;
      return value !== undefined && places[name]?.includes(value) ? [[name, value]] : [];
    }),
  );

/** The secrets of this exchange, which the provider's answer can repeat. */
const secretsOf = (
  { scheme, app }: ConnectionContext,
  values: AccountValues,
  { verifier }: ExchangeState,
  { state, code, query }: OAuthCallback,
): string[] =>
  [
    ...secretTexts(app.values, scheme),
    ...secretTexts(values, scheme),
    ...[verifier, state, code, query.oauth_token, query.oauth_verifier],
  ].filter((text) => typeof text === "string");

/** The failure for a callback with an error. It is reported even if the secrets can no longer be opened. */
async function refusalOf(
  account: ConnectedAccount,
  state: ExchangeState,
  callback: OAuthCallback,
): Promise<ConsentFailure> {
  try {
    const context = await requireContext(state.projectId, account.authConfigId);
    const values = openAccountValues(state.projectId, account.id, account.credentials);
    return toRefusal(callback, secretsOf(context, values, state, callback));
  } catch {
    return toRefusal(callback, undefined);
  }
}

/**
 * Finishes one consent for an existing account.
 * @throws ConsentFailure, OAuthFailure and ApiError with a sentence for people; the account is then unchanged
 */
export async function exchangeConsent(
  account: ConnectedAccount,
  state: ExchangeState,
  callback: OAuthCallback,
  on: Origin,
): Promise<void> {
  if (callback.error) throw await refusalOf(account, state, callback);
  const context = await requireContext(state.projectId, account.authConfigId);
  const { scheme, app } = context;
  const values = openAccountValues(state.projectId, account.id, account.credentials);
  const { given: givenValues, earlier } = splitDiscovered(scheme, keptForConsent(scheme, values));
  const keptValues = { ...givenValues, ...(scheme.oauth && toldPlaces(scheme.oauth, callback)) };
  const namesWho = canAsk(context.toolkit);
  if (scheme.oauth1)
    return store(account, state, {
      tokens: await finishOAuth1(scheme, app, state.verifier, callback.query),
      kept: keptValues,
      requestedScopes: [],
      namesWho,
      note: "",
    });
  const back = callbackValues(scheme.oauth?.callbackFields ?? [], callback);
  const client = {
    ...toOAuthClient(scheme, app, { ...keptValues, state: callback.state ?? "" }, app.values, back),
    redirectUri: state.redirectUri,
  };
  if (callback.iss !== undefined && !isOwnIssuer(client, callback.iss))
    throw new ConsentFailure("invalid_request", "The answer does not come from the provider that was asked.");
  if (!callback.code) throw new ConsentFailure("invalid_request", "The provider sent neither a code nor an error.");
  const tokens = await exchangeCode(client, { code: callback.code, verifier: state.verifier });
  const all = { ...keptValues, ...back, ...tokens.values };
  const discovery = await discoverValues({
    scheme,
    app,
    named: { ...context.given, ...keptValues },
    earlier,
    values: all,
  });
  const granted = {
    tokens,
    kept: { ...keptValues, ...back, ...discovery.values },
    requestedScopes: [...client.scopes, ...client.userScopes],
    namesWho,
    note: discovery.note,
  };
  return store(account, state, granted, () =>
    revokeUnkept(account, context, { ...granted.kept, ...tokens.values }, on),
  );
}

/** Revokes tokens at the provider that are not stored here. Its result does not change the message to the person. */
async function revokeUnkept(
  account: ConnectedAccount,
  { scheme, app }: ConnectionContext,
  values: AccountValues,
  on: Origin,
): Promise<void> {
  if (await findSharedGrant(account.projectId, account, { scheme, app })) return;
  const { done, message: reason } = await revokeAtProvider({ scheme, app, values, keep: () => Promise.resolve() });
  if (!done)
    log.warn(on, "tokens for a revoked account were not taken back", { connected_account_id: account.id, reason });
}

type Granted = {
  tokens: TokenSet;
  kept: Record<string, string>;
  requestedScopes: string[];
  /** Whether the toolkit has a request that returns the user. */
  namesWho: boolean;
  /** A further sentence for people. */
  note: string;
};

/** Stores the tokens. `undo` runs if the account was revoked or deleted while the person was at the provider. */
async function store(
  account: ConnectedAccount,
  { projectId }: ExchangeState,
  { tokens, kept: keptValues, requestedScopes, namesWho, note }: Granted,
  undo?: () => Promise<void>,
): Promise<void> {
  // Waits long, because revoking a whole project may lock the row for a while, and the code cannot be exchanged twice.
  const outcome = await db.$transaction(
    async (tx) => {
      const [row] = await rowsIn(tx, LOCK_STATUS, [projectId, account.id]);
      // After a revocation, a new link makes the account INITIATED. A REVOKED one means that this consent is older.
      if (!row || row.status === "REVOKED") return row ? "revoked" : "deleted";
      if (namesWho) await askLater(tx, projectId, account.id);
      await activateAccount(tx, projectId, account.id, {
        values: { ...keptValues, ...tokens.values },
        expiresInSeconds: tokens.expiresInSeconds,
        requestedScopes,
        by: "user",
        ...(note && { detail: note }),
      });
      return "activated";
    },
    { maxWait: 10_000, timeout: 30_000 },
  );
  if (outcome === "activated") return;
  await undo?.();
  throw new ConsentFailure("invalid_request", `The connected account was ${outcome} in the meantime.`);
}
