/** Stored credentials as the wire shows them, and what a form changes in them. Pure. */

type Values = Readonly<Record<string, unknown>>;

/** The fields of the proxy: they are next to the credentials, not among them. */
export const PROXY_FIELDS = ["proxy_url", "proxy_auth_key"] as const;

/** The texts among them, secrets masked. */
export const storedTexts = (credentials: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credentials).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Undefined means the scheme's default scopes. */
export function storedScopes({ scopes }: Values): string[] | undefined {
  return Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === "string") : undefined;
}

/** Only what differs. An emptied field is sent as "" and removes the value; an empty secret keeps the stored one. */
export function changedCredentials(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  secrets: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => name !== "name" && value !== (before[name] ?? "") && !(secrets.has(name) && value === ""),
    ),
  );
}
