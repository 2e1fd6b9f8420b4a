/** The return from a provider's consent page: takes the state once, exchanges the code, and brings the person back. */
import { db } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { openAccountValues } from "./account-credentials";
import type { ConnectedAccount } from "./accounts";
import { activateAccount, failConnection } from "./activate";
import { toEnd, type ConnectAnswer } from "./connect-end";
import { requireContext } from "./connection-context";
import { keptForConsent } from "./connection-values";
import { defaultRedirectUri, toOAuthClient } from "./oauth-client";
import { OAuthFailure } from "./oauth-failure";
import { finishOAuth1 } from "./oauth1-consent";
import { exchangeCode, isOwnIssuer } from "./oauth2";
import { takeState, type TakenState } from "./oauth-state";
import { revokeAtProvider } from "./revocation/at-provider";
import { noticePage } from "./page-frame";
import { chooseLanguage, fill, textsOf } from "./page-texts";
import type { TokenSet } from "./token-answer";
import type { Visitor } from "./visitor";

/** The query of the callback, as the provider sent it; `query` is all of it. */
export type OAuthCallback = {
  state?: string;
  code?: string;
  error?: string;
  errorDescription?: string;
  iss?: string;
  query: Readonly<Record<string, string>>;
};

const stale = ({ language }: Visitor): ConnectAnswer => ({ page: noticePage(400, language, textsOf(language).stale) });

/** The browser that comes back is the one that left: otherwise somebody may have been led to finish another person's sign-in. */
const isSameBrowser = ({ browserHash }: TakenState, { browser }: Visitor): boolean =>
  browserHash === null || (browser !== null && hashToken(browser) === browserHash);

/** Without a cookie nobody can tell which browser it is; the person can mend that, once they know. */
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
  } = textsOf(language);
  const host = new URL(defaultRedirectUri()).host;
  return {
    page: noticePage(
      403,
      language,
      browser === null ? [title, ...sentences.map((sentence) => fill(sentence, { host }))] : otherBrowser,
    ),
  };
}

/** A failure with the code that the app gets in its callback. */
class ConsentFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** One short line of what a provider put into the address. */
const said = (text: string | undefined): string =>
  (text ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 300);

function refusal({ error, errorDescription }: OAuthCallback): ConsentFailure {
  const code = said(error);
  if (code === "access_denied") return new ConsentFailure(code, "The person did not give consent.");
  return new ConsentFailure(
    code,
    `The provider answered: ${[code, said(errorDescription)].filter(Boolean).join(": ").replace(/\.$/, "")}.`,
  );
}

/** What the callback says besides the code; an ordinary value is one short line. */
const callbackValues = (names: readonly string[], { query }: OAuthCallback): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(query, name) && said(query[name]) ? [[name, said(query[name])]] : [])),
  );

async function exchange(account: ConnectedAccount, taken: TakenState, callback: OAuthCallback): Promise<void> {
  if (callback.error) throw refusal(callback);
  const { scheme, app } = await requireContext(taken.projectId, account.authConfigId);
  const kept = keptForConsent(scheme, openAccountValues(taken.projectId, account.id, account.credentials));
  if (scheme.oauth1)
    return store(account, taken, {
      tokens: await finishOAuth1(scheme, app, taken.verifier, callback.query),
      kept,
      requestedScopes: [],
    });
  const client = {
    ...toOAuthClient(scheme, app, { ...kept, state: callback.state ?? "" }),
    redirectUri: taken.redirectUri,
  };
  if (callback.iss !== undefined && !isOwnIssuer(client, callback.iss))
    throw new ConsentFailure("invalid_issuer", "The answer does not come from the provider that was asked.");
  if (!callback.code) throw new ConsentFailure("invalid_request", "The provider sent neither a code nor an error.");
  const tokens = await exchangeCode(client, { code: callback.code, verifier: taken.verifier });
  const granted = {
    tokens,
    kept: { ...kept, ...callbackValues(client.provider.callbackFields ?? [], callback) },
    requestedScopes: [...client.scopes],
  };
  return store(account, taken, granted, async () => {
    // Access that nobody keeps should not go on at the provider either; the person is told the same whether that worked.
    const { done, said: words } = await revokeAtProvider({
      scheme,
      app,
      values: { ...granted.kept, ...tokens.values },
      keep: () => Promise.resolve(),
    });
    if (!done)
      log.warn("tokens for a revoked account were not taken back", { connected_account_id: account.id, reason: words });
  });
}

type Granted = { tokens: TokenSet; kept: Record<string, string>; requestedScopes: string[] };

/** `giveBack` runs when the account was revoked or deleted while the person was at the provider. */
async function store(
  account: ConnectedAccount,
  { projectId }: TakenState,
  { tokens, kept, requestedScopes }: Granted,
  giveBack?: () => Promise<void>,
): Promise<void> {
  // Whoever revokes a whole project may hold the row for a while; the code cannot be exchanged twice.
  const outcome = await db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<
        { status: string }[]
      >`SELECT status FROM connected_account WHERE project_id = ${projectId} AND id = ${account.id} FOR UPDATE`;
      // A new consent for a revoked account begins with a new link, which makes it INITIATED: this one began before.
      if (!row || row.status === "REVOKED") return row ? "revoked" : "deleted";
      await activateAccount(tx, projectId, account.id, {
        values: { ...kept, ...tokens.values },
        expiresInSeconds: tokens.expiresInSeconds,
        requestedScopes,
        by: "user",
      });
      return "activated";
    },
    { maxWait: 10_000, timeout: 30_000 },
  );
  if (outcome === "activated") return;
  await giveBack?.();
  throw new ConsentFailure("invalid_request", `The connected account was ${outcome} in the meantime.`);
}

/** What the app and the person are told; anything unexpected is in the log alone. */
function toFailure(error: unknown): ConsentFailure {
  if (error instanceof ConsentFailure) return error;
  if (error instanceof OAuthFailure)
    return new ConsentFailure(
      error.providerCode ?? (error.kind === "unreachable" ? "temporarily_unavailable" : "invalid_grant"),
      error.message,
    );
  if (error instanceof ApiError) return new ConsentFailure("invalid_request", error.message);
  log.error("a consent could not be finished", { error });
  return new ConsentFailure("server_error", "The server failed to finish the connection.");
}

/**
 * Finishes one consent. Whatever happens after the state is taken, the account ends ACTIVE or FAILED, and the person is
 * brought back to the app (or to a page that says how it went).
 */
export async function finishOAuth(callback: OAuthCallback, visitor: Visitor): Promise<ConnectAnswer> {
  const taken = callback.state ? await takeState(callback.state) : null;
  if (!taken) return stale(visitor);
  const account = await db.connectedAccount.findFirst({ where: { id: taken.accountId, projectId: taken.projectId } });
  if (!account) return stale(visitor);
  const language = chooseLanguage(taken.language, null);
  if (!isSameBrowser(taken, visitor)) return refuseBrowser(account, language, visitor.browser);
  const place = { callbackUrl: account.callbackUrl, language, openerOrigin: taken.openerOrigin };
  try {
    await exchange(account, taken, callback);
    return toEnd({ ok: true, accountId: account.id }, place);
  } catch (error) {
    const failure = toFailure(error);
    await failConnection(
      taken.projectId,
      account.id,
      failure.message,
      failure.code === "access_denied" ? "user" : "provider",
    );
    return toEnd({ ok: false, accountId: account.id, error: failure.code, description: failure.message }, place);
  }
}
