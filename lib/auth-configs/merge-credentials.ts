/** Merges credentials of a client into the stored credentials: masked values stay, empty values are removed. Pure. */
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import type { AuthConfigCredentials } from "./auth-config-credentials";
import { isMasked } from "./mask-secret";

type RawValues = Readonly<Record<string, unknown>>;

/** The canonical name of a field that a client can name by one of its aliases. */
export const canonicalName = (name: string, fields: readonly AuthField[]): string =>
  fields.some((field) => field.name === name)
    ? name
    : (fields.find((field) => field.aliases.includes(name))?.name ?? name);

/** No scheme asks for a tenth of it. */
const MAX_VALUES = 100;
/** `scopes`, `user_scopes` and `redirect_uri`, which are no values. */
const NAMES_BESIDE_VALUES = 3;
/** Ten times the longest key files; lists hold a thousand rows of them in memory. */
const MAX_CHARACTERS = 65_536;

function assertFew(input: RawValues, where: string, most = MAX_VALUES): void {
  if (Object.keys(input).length > most)
    throw new ApiError("BadRequest", `${where} holds more than ${MAX_VALUES} values.`, {
      suggestedFix: "Send only the scheme's fields.",
    });
}

/**
 * `given` over `stored`, by name: a masked value keeps the stored one, null and "" remove it.
 * @throws ApiError BadRequest for a value that is no text, number or boolean, for more than 100 values, and for more
 *   than 65,536 characters in all
 */
export function mergeValues(
  storedValues: Readonly<Record<string, string>>,
  input: RawValues,
  fields: readonly AuthField[],
  where: string,
): Record<string, string> {
  assertFew(input, where);
  const merged: Record<string, string> = { ...storedValues };
  for (const [inputName, value] of Object.entries(input)) {
    const name = canonicalName(inputName, fields);
    if (value === undefined) continue;
    if (typeof value === "object" && value !== null)
      throw new ApiError("BadRequest", `${where}.${inputName} must be a string, a number or a boolean.`, {
        suggestedFix: "Send JSON documents as a string.",
      });
    // Keys are pasted with spaces and line breaks around them; no credential begins or ends with one.
    const text = value === null ? "" : String(value).trim();
    if (text === "") delete merged[name];
    else if (!(isMasked(text) && storedValues[name] !== undefined)) merged[name] = text;
  }
  if (Object.values(merged).reduce((sum, value) => sum + value.length, 0) > MAX_CHARACTERS)
    throw new ApiError("BadRequest", `${where} holds more than ${MAX_CHARACTERS} characters in total.`, {
      suggestedFix: "Send only the connection's keys and URLs.",
    });
  return merged;
}

/**
 * Scopes as a list: clients send lists, and texts with commas or spaces between. None means the defaults.
 * @throws ApiError BadRequest for more than 65,536 characters in all
 */
export function toScopes(input: unknown): string[] | undefined {
  if (typeof input !== "string" && !Array.isArray(input)) return undefined;
  const parts: unknown[] = [input].flat();
  if (parts.reduce<number>((sum, part) => sum + 1 + (typeof part === "string" ? part.length : 0), 0) > MAX_CHARACTERS)
    throw new ApiError("BadRequest", `scopes holds more than ${MAX_CHARACTERS} characters in total.`, {
      suggestedFix: "Ask for the scopes that the tools need.",
    });
  const scopes = parts
    .flatMap((part: unknown) => (typeof part === "string" ? part.split(/[\s,]+/) : []))
    .filter(Boolean);
  return scopes.length > 0 ? [...new Set(scopes)] : undefined;
}

/** `redirect_uri` is the older name of `oauth_redirect_uri`, unless the scheme has a field of that name. */
function withTodaysNames({ redirect_uri: older, ...rest }: RawValues, fields: readonly AuthField[]): RawValues {
  if (older === undefined) return rest;
  if (fields.some(({ name }) => name === "redirect_uri")) return { ...rest, redirect_uri: older };
  return { oauth_redirect_uri: older, ...rest };
}

/** The credentials after a create (`stored` empty) or an update. Scopes that are not mentioned stay. */
export function mergeCredentials(
  storedCredentials: AuthConfigCredentials,
  input: RawValues,
  fields: readonly AuthField[],
): AuthConfigCredentials {
  // Before the input is copied: an object of a thousand names can cost the square of their number.
  assertFew(input, "credentials", MAX_VALUES + NAMES_BESIDE_VALUES);
  const { scopes, user_scopes: userScopes, ...values } = withTodaysNames(input, fields);
  const mergedScopes = scopes === undefined ? storedCredentials.scopes : toScopes(scopes);
  const askedOfUser = userScopes === undefined ? storedCredentials.userScopes : toScopes(userScopes);
  return {
    values: mergeValues(storedCredentials.values, values, fields, "credentials"),
    ...(mergedScopes && { scopes: mergedScopes }),
    ...(askedOfUser && { userScopes: askedOfUser }),
  };
}
