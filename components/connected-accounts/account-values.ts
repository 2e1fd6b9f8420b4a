/** The open values of an account's state, read carefully for the page. Pure. */

/** Said elsewhere on the page, or of no use to a reader. */
const HIDDEN = new Set(["status", "scope", "scopes", "redirectUrl", "error", "error_description", "expired_at"]);

/** A short secret is masked completely, and "..." alone would look like a loading value. */
const shownSecret = (value: string): string => (value === "..." ? "••••" : value);

/** Names and values in order of the name; objects as JSON, and nothing that is empty. */
export function toShownCredentials(values: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(values)
    .flatMap(([name, value]): [string, string][] => {
      if (HIDDEN.has(name) || value === undefined || value === null || value === "") return [];
      return [[name, typeof value === "object" ? JSON.stringify(value) : shownSecret(String(value))]];
    })
    .sort(([name], [other]) => name.localeCompare(other));
}

/** Users who have not finished connecting yet. */
export const isWaiting = ({ status }: { status: string }): boolean =>
  status === "INITIATED" || status === "INITIALIZING";

/** Returns whether the account has credentials that can be disabled or revoked. */
export const holdsCredentials = (account: {
  status: string;
  state: { val: Readonly<Record<string, unknown>> };
}): boolean =>
  account.status === "ACTIVE" ||
  account.status === "INACTIVE" ||
  (!isWaiting(account) && account.status !== "REVOKED" && toShownCredentials(account.state.val).length > 0);

/**
 * The scopes that the provider reported as granted (RFC 6749 section 5.1: spaces; GitHub: commas). Undefined if it
 * reported none.
 */
export function toGrantedScopes({ scope }: Readonly<Record<string, unknown>>): string[] | undefined {
  if (typeof scope !== "string") return undefined;
  const scopes = scope.split(/[\s,]+/).filter(Boolean);
  return scopes.length > 0 ? scopes : undefined;
}

/** Splits the reason for an account's state into its first sentence, which fits into a list, and the rest. */
export function splitReason(reason: string): { short: string; more: string } {
  const end = /[.!?](?=\s)/.exec(reason);
  if (!end) return { short: reason, more: "" };
  return { short: reason.slice(0, end.index + 1), more: reason.slice(end.index + 1).trim() };
}

/** The note in the history for credentials that were stored without asking the provider. */
export const wasNotChecked = (reason: string | null | undefined): boolean => /without a check/.test(reason ?? "");
