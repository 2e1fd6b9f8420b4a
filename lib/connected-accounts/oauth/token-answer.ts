/** Reads the answers of token endpoints: JSON or form, standard errors and those with HTTP 200. Pure. */
import type { OAuthProvider } from "@/lib/catalog/toolkit-auth-scheme";
import { OAuthFailure } from "./oauth-failure";
import { cleanMessage } from "./provider-error";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { isObject } from "@/lib/kernel/text/is-object";

export type TokenSet = {
  /** By their names in the API; contains `access_token`. */
  values: Record<string, string>;
  /** The life of the access token in seconds; null if unknown. */
  expiresInSeconds: number | null;
};

/** The values to store after a refresh. Without a new refresh token, the old one stays valid (RFC 6749 section 6). */
export function renewedValues(old: Readonly<Record<string, string>>, tokens: TokenSet): Record<string, string> {
  const { expires_in: _ended, ...oldValues } = old;
  return { ...oldValues, ...tokens.values };
}

export type TokenAnswer = { status: number; contentType: string; text: string };

/**
 * The parts of a provider's description for reading its answers; `tokenName` if the token is not called `access_token`.
 */
export type AnswerForm = Pick<OAuthProvider, "tokenPaths" | "keepFields" | "expiresInSeconds" | "endedErrors"> & {
  tokenName?: string;
};

type Fields = Record<string, unknown>;

/** Error codes for a grant that has ended: those of RFC 6749 section 5.2, and those that providers share. */
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

/** The code that stands for those of the provider's own. */
const TOKEN_EXPIRED = "token_expired";

const STANDARD = ["access_token", "refresh_token", "token_type", "scope", "id_token"] as const;

/** Longer answers are no form. */
const MAX_FORM = 64 * 1024;
const FORM = /^[\w.~%[\]-]{1,100}=/;

/**
 * The fields of an answer, whatever its content type is: JSON, also as the only entry of a list or as a text, or a
 * form.
 */
function parseBody({ text }: TokenAnswer): Fields | null {
  const trimmedText = text.replace(/^\ufeff/, "").trim();
  let value = findJson(trimmedText, SMALL_BOUNDS);
  if (typeof value === "string") value = findJson(value, SMALL_BOUNDS);
  const [fields] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (isObject(fields)) return fields;
  const isForm = value === undefined && trimmedText.length <= MAX_FORM && FORM.test(trimmedText);
  return isForm ? Object.fromEntries(new URLSearchParams(trimmedText)) : null;
}

/** `code` is unchanged, as it decides what follows; it is never shown itself. */
type ProviderError = { code: string; words: string };

const codeOf = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 100) : "");

/** The provider's error in an answer of any form; undefined if the answer has no error. */
function errorOf(
  { endedErrors = [] }: AnswerForm,
  body: Fields | null,
  status: number,
  secrets: readonly string[],
): ProviderError | undefined {
  const error = body?.error;
  const asText = (value: unknown): string => cleanMessage(value, secrets);
  const isEnded = (value: unknown): boolean => endedErrors.some((code) => code === value);
  if (isObject(error))
    return {
      code: isEnded(error.code) ? TOKEN_EXPIRED : codeOf(error.code) || codeOf(error.type),
      words: asText(error.message) || asText(error.description),
    };
  const code = isEnded(error) || isEnded(body?.error_code) ? TOKEN_EXPIRED : codeOf(error) || codeOf(body?.error_code);
  if (code || body?.ok === false)
    return { code, words: asText(body?.error_description) || asText(body?.error_message) || asText(body?.message) };
  if (status >= 300) return { code: "", words: asText(body?.message) || asText(body?.error_description) };
  return undefined;
}

function toFailure({ code, words }: ProviderError, status: number, secrets: readonly string[]): OAuthFailure {
  const kind = GRANT_IS_OVER.has(code) ? "rejected" : status === 429 || status >= 500 ? "unreachable" : "refused";
  const message = [cleanMessage(code, secrets), words].filter(Boolean).join(": ") || `HTTP ${status}`;
  return new OAuthFailure(kind, `The provider returned: ${message.replace(/\.$/, "")}.`, {
    providerCode: code || undefined,
  });
}

const readPath = (body: Fields, path: string): unknown =>
  path === ""
    ? body
    : path
        .split(".")
        .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), body);

const toText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The value of a standard field. Some providers give scopes as a list (RFC 6749 section 3.3: words between blanks). */
const standard = (value: unknown): string | undefined =>
  toText(Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : value);

/** A token: a text that is not empty; some providers number them. */
const tokenText = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** Objects in which providers wrap the fields of the standard. */
const WRAPPERS = ["data", "result", "response", "token", "tokens", "credentials"];

/** Where the token is: at the provider's own places, and where those are the standard's, also within a wrapper. */
function findToken({ tokenPaths, tokenName = "access_token" }: AnswerForm, body: Fields): Fields | undefined {
  const paths = tokenPaths.includes("") ? [...tokenPaths, ...WRAPPERS] : tokenPaths;
  return paths
    .map((path) => readPath(body, path))
    .map((value) => (Array.isArray(value) ? (value[0] as unknown) : value))
    .filter(isObject)
    .find((fields) => tokenText(fields[tokenName]) !== "");
}

/**
 * A life of more than a hundred years counts as unlimited: providers write such numbers for "without end", and
 * calendars end.
 */
const LONGEST_LIFE_SECONDS = 100 * 366 * 86_400;

/**
 * How long a token lives, in whole seconds: of a number or of its text, also with a unit of seconds.
 * @returns null for a token without end, and undefined where nothing usable is said
 */
export function lifeOf(value: unknown): number | null | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.slice(0, 1000) : "";
  const seconds = Number(text.trim().replace(/ ?s(ec(onds?)?)?\.?$/i, "") || NaN);
  if (Number.isNaN(seconds) || seconds <= 0) return undefined;
  return seconds > LONGEST_LIFE_SECONDS ? null : Math.floor(seconds);
}

/**
 * The tokens of an answer.
 * @param secrets the secrets of the request, which an error can repeat
 * @throws OAuthFailure for an error in any form, and for an answer without an access token
 */
export function readTokenAnswer(provider: AnswerForm, answer: TokenAnswer, secrets: readonly string[]): TokenSet {
  const body = parseBody(answer);
  const error = errorOf(provider, body, answer.status, secrets);
  if (error) throw toFailure(error, answer.status, secrets);
  const token = body && findToken(provider, body);
  if (!body || !token) throw new OAuthFailure("refused", "The provider's answer holds no access token.");
  const values: Record<string, string> = {};
  for (const name of STANDARD) {
    const value = standard(token[name]);
    if (value !== undefined) values[name] = value;
  }
  values.access_token = tokenText(token[provider.tokenName ?? "access_token"]);
  for (const path of provider.keepFields) {
    const value = toText(readPath(token, path) ?? readPath(body, path));
    if (value !== undefined) values[path.replaceAll(".", "_")] = value;
  }
  const life = lifeOf(token.expires_in);
  const expiresInSeconds = life === undefined ? (provider.expiresInSeconds ?? null) : life;
  if (expiresInSeconds !== null) values.expires_in = String(expiresInSeconds);
  return { values, expiresInSeconds };
}
