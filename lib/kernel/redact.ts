/** Takes secrets out of values before they are logged or stored. */

export const REDACTED = "[redacted]";

const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-user-api-key|x-org-api-key|api[-_]?key|apikey|generic_api_key|.*[-_]?secret([-_].*)?|clientsecret|password|passwd|passphrase|.*[-_]token|token|accesstoken|refreshtoken|bearer|credentials?|private[-_]?key|signature|code_verifier|jwt|.*signing[-_]?key)$/i;

/** Names that look like secrets but are public facts (a page's cursor). */
const PUBLIC_NAME =
  /^(next_?page_?token|page_?token|next_?sync_?token|sync_?token|token_type|token_url|secret_scanning.*|.*_token_count|.*tokens)$/i;

/** Whether a value under this name must not be shown. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !PUBLIC_NAME.test(name);

/** Replaces every occurrence of each secret; secrets shorter than 6 characters are left, they would blank plain words. */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets)
    if (secret.length >= 6 && result.includes(secret)) result = result.replaceAll(secret, REDACTED);
  return result;
}

/**
 * A copy of a JSON value without secrets: values under secret names and every occurrence of the known secrets.
 * Depth is limited to 40 levels; what lies deeper is cut.
 */
export function redact(value: unknown, secrets: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return redactText(value, secrets);
  if (value === null || typeof value !== "object") return value;
  if (depth > 40) return "[cut]";
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isSecretName(name) && item !== null && item !== undefined && typeof item !== "boolean"
        ? REDACTED
        : redact(item, secrets, depth + 1),
    ]),
  );
}

/** A URL with the values of secret-looking query parameters, user info and known secrets taken out. */
export function redactUrl(url: string, secrets: readonly string[] = []): string {
  if (!URL.canParse(url)) return redactText(url, secrets);
  const parsed = new URL(url);
  for (const name of new Set(parsed.searchParams.keys()))
    if (isSecretName(name)) parsed.searchParams.set(name, REDACTED);
  if (parsed.username || parsed.password) {
    parsed.username = "";
    parsed.password = "";
  }
  return redactText(parsed.href, secrets);
}
