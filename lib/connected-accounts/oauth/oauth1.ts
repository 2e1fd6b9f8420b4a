/** OAuth 1.0a (RFC 5849): signing requests with HMAC-SHA1, and the two token requests around the consent. */
import { addParameters } from "@/lib/kernel/text/add-parameters";
import { hasTooManyFields } from "@/lib/kernel/text/has-too-many-fields";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { createHmac, randomBytes } from "node:crypto";
import type { OAuth1Provider } from "@/lib/catalog/toolkit-auth-scheme";
import { now } from "@/lib/kernel/time/clock";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-agent";
import { OAuthFailure } from "./oauth-failure";
import { cleanMessage } from "./provider-error";

/** The keys of a request; the first one of a consent has no `token` and `tokenSecret` yet. */
export type OAuth1Keys = { consumerKey: string; consumerSecret: string; token?: string; tokenSecret?: string };

export type SignedRequest = {
  method: string;
  url: string /** Fields of a form body; other bodies are not signed. */;
  form?: URLSearchParams;
};

const TIMEOUT_MS = 20_000;

/** Percent-encodes all but unreserved characters, with capital hexadecimal digits (RFC 5849 section 3.6). */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The URL without query, fragment and default port, with scheme and host in lower case (RFC 5849 section 3.4.1.2). */
function baseUri(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** The text that is signed (RFC 5849 section 3.4.1). Parameters are sorted by encoded name, then by encoded value. */
export function signatureBase({ method, url, form }: SignedRequest, oauth: Readonly<Record<string, string>>): string {
  const target = new URL(url);
  const pairs = [...target.searchParams, ...(form ?? []), ...Object.entries(oauth)].map(
    ([name, value]) => [percentEncoded(name), percentEncoded(value)] as const,
  );
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = pairs
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`);
  return [method.toUpperCase(), percentEncoded(baseUri(target)), percentEncoded(sorted.join("&"))].join("&");
}

/** The signature by HMAC-SHA1 (RFC 5849 section 3.4.2). */
export const signature = (
  base: string,
  { consumerSecret, tokenSecret = "" }: Pick<OAuth1Keys, "consumerSecret" | "tokenSecret">,
): string =>
  createHmac("sha1", `${percentEncoded(consumerSecret)}&${percentEncoded(tokenSecret)}`)
    .update(base)
    .digest("base64");

type NonceAndTime = { nonce: string; timestamp: string };
const fresh = (): NonceAndTime => ({
  nonce: randomBytes(16).toString("hex"),
  timestamp: String(Math.floor(now().getTime() / 1000)),
});

/**
 * The value of the Authorization header (RFC 5849 section 3.5.1).
 * @param extra further protocol parameters: `oauth_callback`, `oauth_verifier`
 */
export function authorizationHeader(
  request: SignedRequest,
  keys: OAuth1Keys,
  extra: Readonly<Record<string, string>> = {},
  { nonce, timestamp }: NonceAndTime = fresh(),
): string {
  const oauth: Record<string, string> = {
    oauth_consumer_key: keys.consumerKey,
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: timestamp,
    oauth_version: "1.0",
    ...(keys.token !== undefined && { oauth_token: keys.token }),
    ...extra,
  };
  const all = { ...oauth, oauth_signature: signature(signatureBase(request, oauth), keys) };
  return `OAuth ${Object.entries(all)
    .map(([name, value]) => `${percentEncoded(name)}="${percentEncoded(value)}"`)
    .join(", ")}`;
}

/** A token with its secret; `more` has further values from the provider (a user name, an id). */
export type OAuth1Token = { token: string; secret: string; more: Record<string, string> };

/** A provider with the project and proxy of an auth config. */
export type ReachedProvider = OAuth1Provider & { projectId: string; proxy?: ProxyRoute };

async function askForToken(
  url: string,
  keys: OAuth1Keys,
  extra: Record<string, string>,
  { projectId, proxy }: ReachedProvider,
): Promise<OAuth1Token> {
  const secrets = [keys.consumerSecret, keys.tokenSecret ?? "", keys.token ?? "", extra.oauth_verifier ?? ""];
  let answer: { status: number; text: string };
  try {
    const response = await send({
      projectId,
      ...(proxy && { proxy }),
      method: "POST",
      url,
      headers: { accept: "*/*", authorization: authorizationHeader({ method: "POST", url }, keys, extra) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
      maxRedirects: 0,
    });
    answer = { status: response.status, text: bodyText(response) };
  } catch (error) {
    if (error instanceof OutboundError)
      throw new OAuthFailure(
        error.phase === "refused" ? "refused" : "unreachable",
        `Couldn't get a token from the provider: ${cleanMessage(error.message, secrets)}`,
        { cause: error },
      );
    throw error;
  }
  const fields: Record<string, string> = hasTooManyFields(answer.text)
    ? {}
    : Object.fromEntries(new URLSearchParams(answer.text.trim()));
  const { oauth_token: token, oauth_token_secret: secret, ...more } = fields;
  if (answer.status < 300 && token && secret) return { token, secret, more };
  const kind =
    answer.status === 429 || answer.status >= 500 ? "unreachable" : answer.status === 401 ? "rejected" : "refused";
  // An incomplete answer can contain the token's secret, so it is redacted as well.
  const words = cleanMessage(answer.text, [...secrets, secret ?? ""]);
  throw new OAuthFailure(kind, `The provider returned: ${words || `HTTP ${answer.status}`}.`);
}

/** Requests temporary credentials for one consent (RFC 5849 section 2.1). @throws OAuthFailure */
export const requestTemporaryToken = (
  provider: ReachedProvider,
  keys: OAuth1Keys,
  callback: string,
): Promise<OAuth1Token> => askForToken(provider.requestTokenUrl, keys, { oauth_callback: callback }, provider);

/** Requests the lasting credentials (RFC 5849 section 2.3). @throws OAuthFailure */
export const requestAccessToken = (
  provider: ReachedProvider,
  keys: OAuth1Keys,
  verifier: string,
): Promise<OAuth1Token> => askForToken(provider.accessTokenUrl, keys, { oauth_verifier: verifier }, provider);

/** The URL of the provider's consent page (RFC 5849 section 2.2). */
export function toConsentUrl(provider: OAuth1Provider, token: string): string {
  return addParameters(provider.authorizationUrl, { ...provider.authorizeParams, oauth_token: token });
}
