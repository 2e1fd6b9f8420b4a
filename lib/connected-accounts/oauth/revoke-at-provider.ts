/** Revokes a connection's tokens at the provider: the refresh token first, then the access token. */
import { bodyText } from "@/lib/kernel/text/decode-text";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import { ApiError } from "@/lib/kernel/errors";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { isObject } from "@/lib/kernel/text/is-object";
import type { AccountValues } from "../account-values";
import { revokeUrlOf, toOAuthClient, type OAuthClient } from "./oauth-client";
import { refreshTokens } from "./oauth2";
import { namingValues } from "./secret-hosts";
import { OAuthFailure } from "./oauth-failure";
import { cleanMessage } from "./provider-error";
import { renewedValues, type TokenSet } from "./token-answer";
import {
  authenticatesByToken,
  readRevokeAnswer,
  canRevoke,
  toRevokeRequest,
  type RevokeOutcome,
  type TokenKind,
} from "./revoke-request";

const TIMEOUT_MS = 15_000;

export type RevokedToken = TokenKind | "credential";

/** The grant to revoke. `keep` stores new tokens if the access token had expired and had to be renewed first. */
export type Revoking = {
  scheme: ToolkitAuthScheme | undefined;
  app: AppCredentials;
  values: AccountValues;
  keep: (tokens: TokenSet, old: AccountValues) => Promise<void>;
};

/**
 * `message` is one or two sentences for people. If done, `tokens` are no longer valid; `credential` means a credential
 * that only its owner can remove at the provider. If not done, keep the credentials; `retry` is true if a later try can
 * help.
 */
export type Revocation =
  | { done: true; tokens: RevokedToken[]; message: string }
  | { done: false; retry: boolean; message: string };

const NAMES: Record<TokenKind, string> = { refresh_token: "refresh token", access_token: "access token" };

/** Access tokens inside a value that the provider gave as an object (Slack's `authed_user`). */
function nestedTokens(values: AccountValues): string[] {
  return Object.values(values)
    .filter((value) => value.startsWith("{"))
    .flatMap((value) => {
      const inner = findJson(value, SMALL_BOUNDS);
      const token = isObject(inner) ? inner.access_token : undefined;
      return typeof token === "string" && token !== "" && token !== values.access_token ? [token] : [];
    });
}

async function ask(
  client: OAuthClient,
  url: string,
  kind: TokenKind,
  token: string,
  accessToken: string,
): Promise<RevokeOutcome> {
  const secrets = [token, accessToken, client.clientSecret];
  try {
    // As with a token endpoint, a redirect would send the secrets to another host.
    const answer = await send({
      ...(client.proxy && { proxy: client.proxy }),
      ...toRevokeRequest(client, url, { kind, token, accessToken }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
      maxRedirects: 0,
    });
    return readRevokeAnswer({ status: answer.status, body: bodyText(answer) }, client, secrets);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      outcome: error.phase === "refused" ? "refused" : "unreachable",
      words: cleanMessage(error.message, secrets).replace(/\.$/, ""),
    };
  }
}

/**
 * New values if revoking needs a valid access token and the current token has expired. Undefined if the grant has
 * ended.
 */
async function renew({ values, keep }: Revoking, client: OAuthClient): Promise<AccountValues | undefined> {
  const tokens = await refreshTokens(client, values.refresh_token ?? "").catch((error: unknown) => {
    if (error instanceof OAuthFailure && error.kind === "rejected") return undefined;
    throw error;
  });
  if (!tokens) return undefined;
  await keep(tokens, values);
  return renewedValues(values, tokens);
}

type Step = { kind: TokenKind; answer: RevokeOutcome };

const isDone = ({ answer: { outcome } }: Step): boolean =>
  outcome === "revoked" || outcome === "over" || outcome === "unsupported";

async function tellProvider(revoking: Revoking, client: OAuthClient, url: string): Promise<Step[]> {
  const { values } = revoking;
  const steps: Step[] = [];
  const tokens: [TokenKind, string][] = [
    ["refresh_token", values.refresh_token ?? ""],
    ["access_token", values.access_token ?? ""],
    ...nestedTokens(values).map((token): [TokenKind, string] => ["access_token", token]),
  ];
  for (const [kind, token] of tokens) {
    if (token === "" || !canRevoke(client, kind)) continue;
    const step = {
      kind,
      answer: await ask(client, url, kind, token, kind === "access_token" ? token : (values.access_token ?? token)),
    };
    steps.push(step);
    if (!isDone(step)) return steps;
    if (steps.length === 1 && step.answer.outcome === "over" && authenticatesByToken(client) && values.refresh_token) {
      const renewed = await renew(revoking, client);
      return renewed ? tellProvider({ ...revoking, values: { ...renewed, refresh_token: "" } }, client, url) : steps;
    }
  }
  return steps;
}

const listTokens = (kinds: TokenKind[]): string => kinds.map((kind) => `the ${NAMES[kind]}`).join(" and ");
const STAYS = "it counts at the provider until someone removes it there.";

/** Combines the results of all steps. */
function toRevocation(steps: Step[], keys: boolean): Revocation {
  const failed = steps.find((step) => !isDone(step));
  const kinds = (outcome: RevokeOutcome["outcome"]) => [
    ...new Set(steps.filter(({ answer }) => answer.outcome === outcome).map(({ kind }) => kind)),
  ];
  if (failed) {
    const before =
      steps.filter(isDone).length > 0
        ? ` Before that, it took ${listTokens([...new Set(steps.filter(isDone).map(({ kind }) => kind))])} back.`
        : "";
    const { outcome, words } = failed.answer;
    return {
      done: false,
      retry: outcome === "unreachable",
      message:
        `${outcome === "unreachable" ? "Couldn't reach the provider" : "The provider refused"} ` +
        `to revoke the ${NAMES[failed.kind]}: ${words}.${before}`,
    };
  }
  const [revoked, over, left] = [
    kinds("revoked"),
    kinds("over").filter((kind) => !kinds("revoked").includes(kind)),
    kinds("unsupported").filter((kind) => !kinds("revoked").includes(kind)),
  ];
  const message = [
    revoked.length > 0 && `The provider revoked ${listTokens(revoked)}.`,
    over.length > 0 && `The provider says that ${listTokens(over)} no longer counted.`,
    left.length > 0 && `The provider does not revoke ${listTokens(left)}, which ends by itself.`,
    keys && `The connection's own keys were deleted here; each of them: ${STAYS}`,
  ]
    .filter(Boolean)
    .join(" ");
  return {
    done: true,
    tokens: [...revoked, ...over, ...(keys || left.length > 0 ? ["credential" as const] : [])],
    message,
  };
}

/** Whether the connection has secrets that are no tokens: they can only be deleted here, not revoked. */
const ownSecrets = ({ scheme, values }: Revoking): boolean =>
  Object.keys(values).some(
    (name) =>
      !/^(access_token|refresh_token|id_token|redirectUrl)$/.test(name) &&
      isSecretValue(name, scheme) &&
      (scheme?.fields.connectedAccountInitiation.some((field) => field.name === name) ?? true),
  );

function forgetOnly(revoking: Revoking): Revocation {
  const { values } = revoking;
  const token = values.access_token || values.refresh_token || values.oauth_token;
  if (!token && !ownSecrets(revoking)) return { done: true, tokens: [], message: "There was nothing to revoke." };
  const what = token && !ownSecrets(revoking) ? "The token was" : "The key was";
  return {
    done: true,
    tokens: ["credential"],
    message: `${what} deleted here. It can't be revoked at the provider: ${STAYS}`,
  };
}

/**
 * Revokes the tokens among the values. Also a provider that refuses or does not answer gives a result, not an error.
 */
export async function revokeAtProvider(revoking: Revoking): Promise<Revocation> {
  const { scheme, app, values } = revoking;
  if (!scheme || (!values.access_token && !values.refresh_token)) return forgetOnly(revoking);
  try {
    // With a token grant, the app may be part of the connection.
    const config = scheme.grant ? { ...app, values: { ...values, ...app.values } } : app;
    const naming = scheme.grant
      ? namingValues(scheme, { app: app.values, given: {}, own: values }, ["client_secret"])
      : app.values;
    const url = revokeUrlOf(scheme, config, values, naming);
    if (!url || !scheme.oauth) return forgetOnly(revoking);
    const steps = await tellProvider(revoking, toOAuthClient(scheme, config, values, naming), url);
    return steps.length === 0
      ? forgetOnly(revoking)
      : toRevocation(steps, scheme.grant !== undefined && ownSecrets(revoking));
  } catch (error) {
    if (error instanceof OAuthFailure)
      return { done: false, retry: error.kind === "unreachable", message: error.message };
    if (error instanceof ApiError) return { done: false, retry: false, message: error.message };
    throw error;
  }
}
