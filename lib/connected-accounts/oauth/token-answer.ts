/** Reads the answers of token endpoints: JSON or form, standard errors and those with HTTP 200. Pure. */
import type { OAuthProvider } from "@/lib/catalog/auth-scheme";
import { OAuthFailure } from "./failure";
import { cleanMessage } from "./provider-error";
import { isObject } from "@/lib/kernel/text/is-object";

export type TokenSet = {
  /** By their names in the API; contains `access_token`. */
  values: Record<string, string>;
  /** The life of the access token in seconds; null if unknown. */
  expiresInSeconds: number | null;
};

/** The values to store after a refresh. Without a new refresh token, the old one stays valid (RFC 6749 section 6). */
export function renewedValues(old: Readonly<Record<string, string>>, tokens: TokenSet): Record<string, string> {
  const { expires_in: _ended, ...kept } = old;
  return { ...kept, ...tokens.values };
}

export type TokenAnswer = { status: number; contentType: string; text: string };

/**
 * The parts of a provider's description for reading its answers; `tokenName` if the token is not called `access_token`.
 */
export type AnswerForm = Pick<OAuthProvider, "tokenPaths" | "keepFields" | "expiresInSeconds"> & { tokenName?: string };

type Fields = Record<string, unknown>;

/** Error codes for a grant that has ended: those of RFC 6749 section 5.2, and the ones of GitHub and Slack. */
const GRANT_IS_OVER = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "bad_verification_code",
  "invalid_refresh_token",
  "invalid_code",
  "code_already_used",
  "token_revoked",
  "token_expired",
  "account_inactive",
]);

const STANDARD = ["access_token", "refresh_token", "token_type", "scope", "id_token"] as const;

function parseBody({ contentType, text }: TokenAnswer): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    if (!/x-www-form-urlencoded|text\/plain/i.test(contentType) || !text.includes("=")) return null;
    return Object.fromEntries(new URLSearchParams(text.trim()));
  }
}

/** `code` is unchanged, as it decides what follows; it is never shown itself. */
type ProviderError = { code: string; words: string };

const codeOf = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 100) : "");

/** Meta's number for an access token that has ended and cannot be exchanged any more. */
const META_ENDED = 190;

/** The provider's error in an answer of any form; undefined if there is none. */
function errorOf(body: Fields | null, status: number, secrets: readonly string[]): ProviderError | undefined {
  const error = body?.error;
  const asText = (value: unknown): string => cleanMessage(value, secrets);
  if (isObject(error))
    return {
      code: error.code === META_ENDED ? "token_expired" : codeOf(error.code) || codeOf(error.type),
      words: asText(error.message) || asText(error.description),
    };
  const code = codeOf(error) || codeOf(body?.error_code);
  if (code || body?.ok === false)
    return { code, words: asText(body?.error_description) || asText(body?.error_message) || asText(body?.message) };
  if (status >= 300) return { code: "", words: asText(body?.message) || asText(body?.error_description) };
  return undefined;
}

function toFailure({ code, words }: ProviderError, status: number, secrets: readonly string[]): OAuthFailure {
  const kind = GRANT_IS_OVER.has(code) ? "rejected" : status === 429 || status >= 500 ? "unreachable" : "refused";
  const message = [cleanMessage(code, secrets), words].filter(Boolean).join(": ") || `HTTP ${status}`;
  return new OAuthFailure(kind, `The provider answered: ${message.replace(/\.$/, "")}.`, {
    providerCode: code || undefined,
  });
}

const at = (body: Fields, path: string): unknown =>
  path === ""
    ? body
    : path
        .split(".")
        .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), body);

const stored = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/**
 * The tokens of an answer.
 * @param secrets the secrets of the request, which an error may repeat
 * @throws OAuthFailure for an error in any form, and for an answer without an access token
 */
export function readTokenAnswer(provider: AnswerForm, answer: TokenAnswer, secrets: readonly string[]): TokenSet {
  const body = parseBody(answer);
  const error = errorOf(body, answer.status, secrets);
  if (error) throw toFailure(error, answer.status, secrets);
  const name = provider.tokenName ?? "access_token";
  const token =
    body &&
    provider.tokenPaths
      .map((path) => at(body, path))
      .filter(isObject)
      .find((fields) => typeof fields[name] === "string" && fields[name] !== "");
  if (!body || !token) throw new OAuthFailure("refused", "The provider's answer holds no access token.");
  const values: Record<string, string> = {};
  for (const standard of STANDARD) {
    const value = stored(token[standard]);
    if (value !== undefined) values[standard] = value;
  }
  values.access_token = String(token[name]);
  for (const path of provider.keepFields) {
    const value = stored(at(token, path) ?? at(body, path));
    if (value !== undefined) values[path.replaceAll(".", "_")] = value;
  }
  const { expires_in: life } = token;
  const told = typeof life === "number" || typeof life === "string" ? Number(life) : NaN;
  const expiresInSeconds = Number.isFinite(told) && told > 0 ? Math.floor(told) : (provider.expiresInSeconds ?? null);
  if (expiresInSeconds !== null) values.expires_in = String(expiresInSeconds);
  return { values, expiresInSeconds };
}
