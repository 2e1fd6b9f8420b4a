/** Removes secrets from values before they are logged or stored. Runs in linear time. */
import { isSecretName } from "./is-secret-name";
import { isUrl } from "./is-url";

export { isSecretName };

export const REDACTED = "[redacted]";

/**
 * Shorter secrets are not searched for in texts, because they may be ordinary words; they are hidden by their names.
 */
export const MIN_SOUGHT_LENGTH = 6;

/** Further names, in lower case, whose values must not be shown here. */
export type HiddenNames = ReadonlySet<string>;

/** Whether a value under this name must not be shown, here or anywhere. */
export const isHiddenName = (name: string, hidden: HiddenNames | undefined): boolean =>
  isSecretName(name) || (hidden !== undefined && hidden.has(name.toLowerCase()));

/** Replaces every occurrence of each secret, except for secrets below MIN_SOUGHT_LENGTH. */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets)
    if (secret.length >= MIN_SOUGHT_LENGTH && result.includes(secret)) result = result.replaceAll(secret, REDACTED);
  return result;
}

/**
 * A copy of a JSON value without secrets: without values under secret names, and without the known secrets. Cut below
 * 40 levels.
 */
export function redact(value: unknown, secrets: readonly string[] = [], hidden?: HiddenNames, depth = 0): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (value === null || typeof value !== "object") return value;
  if (depth > 40) return "[cut]";
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, hidden, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      item !== null && item !== undefined && typeof item !== "boolean" && isHiddenName(name, hidden)
        ? REDACTED
        : redact(item, secrets, hidden, depth + 1),
    ]),
  );
}

function decoded(name: string): string {
  try {
    return name.includes("%") ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

/** A query or form (`name=value&...`) without the values under secret names. */
export const redactPairs = (text: string, hidden?: HiddenNames): string =>
  text
    .split("&")
    .map((pair) => {
      const end = pair.indexOf("=");
      return end >= 0 && isHiddenName(decoded(pair.slice(0, end)), hidden)
        ? `${pair.slice(0, end)}=${encodeURIComponent(REDACTED)}`
        : pair;
    })
    .join("&");

/**
 * A URL whose query is without the values under secret names; faster than `redactUrl`, for URLs that we made ourselves.
 */
export function redactQuery(url: string, hidden?: HiddenNames): string {
  const mark = url.indexOf("?");
  if (url.includes("@")) return redactUrl(url, [], hidden);
  return mark < 0 ? url : `${url.slice(0, mark + 1)}${redactPairs(url.slice(mark + 1), hidden)}`;
}

/** Longer than any part of an address that a log keeps. */
const MAX_ENDPOINT = 65_536;
/** Programs that read addresses leave out these: control characters and spaces around them, breaks and tabs inside. */
const LEFT_OUT = /^[\0-\x20]+|[\t\n\r]+/g;
const BEFORE_HOST = /^(?:[a-z][a-z0-9+.-]{0,30}:[\\/]+|[\\/]{2,})/i;

/**
 * A text that might be an address, without its user info: the part before the last `@` of the host. In an invalid
 * address nobody knows where the host ends (a password can contain a `/`), so it is the last `@` of all.
 */
function withoutUserInfo(text: string): string {
  const [before = ""] = BEFORE_HOST.exec(text) ?? [];
  const rest = text.slice(before.length);
  const isRight = before === "" || isUrl(text, "https://host.invalid");
  const end = isRight ? rest.search(/[/?#\\]/) : -1;
  const lastAt = (end < 0 ? rest : rest.slice(0, end)).lastIndexOf("@");
  return lastAt < 0 ? text : before + rest.slice(lastAt + 1);
}

/** The address that a caller asked for, a path or a URL that is not checked yet, in a form for the log. */
export function redactEndpoint(endpoint: string): string {
  const text = withoutUserInfo(endpoint.slice(0, MAX_ENDPOINT).replace(LEFT_OUT, ""));
  // The part behind a # could be tokens, too: sign-ins put them there.
  return text
    .split(/([?#])/)
    .map((part, index) => (index === 0 ? part : redactPairs(part)))
    .join("");
}

/** A URL without user info, known secrets, and the values of query parameters with secret names. */
export function redactUrl(url: string, secrets: readonly string[] = [], hidden?: HiddenNames): string {
  if (!isUrl(url)) return redactText(url, secrets);
  const parsed = new URL(url);
  if (parsed.search !== "") parsed.search = `?${redactPairs(parsed.search.slice(1), hidden)}`;
  if (parsed.username || parsed.password) {
    parsed.username = "";
    parsed.password = "";
  }
  return redactText(parsed.href, secrets);
}
