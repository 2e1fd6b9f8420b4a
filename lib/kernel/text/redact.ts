/** Takes secrets out of values before they are logged or stored. Every step takes time in proportion to the length of its text. */
import { isSecretName } from "./secret-names";
import { isUrl } from "./is-url";

export { isSecretName };

export const REDACTED = "[redacted]";

/** Shorter secrets are not looked for in texts, where they would blank plain words: they are hidden by their places. */
export const MIN_SOUGHT_LENGTH = 6;

/** Further names, in lower case, whose values must not be shown here. */
export type HiddenNames = ReadonlySet<string>;

/** Whether a value under this name must not be shown, here or anywhere. */
export const isHiddenName = (name: string, hidden: HiddenNames | undefined): boolean =>
  isSecretName(name) || (hidden !== undefined && hidden.has(name.toLowerCase()));

/** Replaces every occurrence of each secret; secrets shorter than 6 characters are left, they would blank plain words. */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets)
    if (secret.length >= MIN_SOUGHT_LENGTH && result.includes(secret)) result = result.replaceAll(secret, REDACTED);
  return result;
}

/**
 * A copy of a JSON value without secrets: values under secret names and every occurrence of the known secrets.
 * Depth is limited to 40 levels; what lies deeper is cut.
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

/** `name=value&...`, as a query or a form has it, with the values under secret names taken out. */
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

/** An address whose query is without the values under secret names; faster than `redactUrl`, for addresses that we made. */
export function redactQuery(url: string, hidden?: HiddenNames): string {
  const at = url.indexOf("?");
  if (url.includes("@")) return redactUrl(url, [], hidden);
  return at < 0 ? url : `${url.slice(0, at + 1)}${redactPairs(url.slice(at + 1), hidden)}`;
}

/** A URL with the values of secret-looking query parameters, user info and known secrets taken out. */
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
