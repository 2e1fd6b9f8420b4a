/** Which values are secret, and how a secret looks on the wire: enough to recognize it, too little to use it. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { isSecretName } from "@/lib/kernel/text/redact";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";

/** Shorter secrets show nothing: four characters of a short password are half of it. */
const MIN_LENGTH_WITH_HINT = 12;

/** The first four characters and `...`; only `...` for a short secret. */
export const maskSecret = (secret: string): string =>
  `${secret.length >= MIN_LENGTH_WITH_HINT ? secret.slice(0, 4) : ""}...`;

/** Whether a value is what `maskSecret` shows. A client that sends it back means "keep what you have". */
export const isMasked = (value: string): boolean => /^(.{2,4})?\.\.\.$/su.test(value);

/** Facts about a connection that no field declares and nobody needs to hide. */
const PUBLIC_NAME =
  /^(token_type|discovered|scope|expires_in|client_id|status|version|region|shop|domain|subdomain|.*_?(url|uri))$/;

/**
 * Whether a value of an auth config or connection is secret. What no field declares is, unless it is known to be
 * harmless.
 */
export function isSecretValue(name: string, scheme: Pick<ToolkitAuthScheme, "fields" | "oauth"> | undefined): boolean {
  const isIt = (field: { name: string }) => field.name === name;
  const field = scheme?.fields.connectedAccountInitiation.find(isIt) ?? scheme?.fields.authConfigCreation.find(isIt);
  if (field?.isSecret || isSecretName(name)) return true;
  return !field && !PUBLIC_NAME.test(name) && !scheme?.oauth?.keepFields.includes(name);
}

/** Deeper values would cost the stack, and the mask with it. */
const DEEPEST = 40;

function maskNested(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return "...";
  if (Array.isArray(value)) return value.map((inner) => maskNested(inner, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === "string" && isSecretName(name) ? maskSecret(inner) : maskNested(inner, depth + 1),
    ]),
  );
}

/**
 * A stored value as the wire shows it. What a provider gave as an object was stored as JSON and becomes an object
 * again.
 */
export function shownValue(
  name: string,
  value: string,
  scheme: Pick<ToolkitAuthScheme, "fields" | "oauth"> | undefined,
  maskSecrets: boolean,
): unknown {
  if (maskSecrets && isSecretValue(name, scheme)) return maskSecret(value);
  if (!value.startsWith("{")) return value;
  const read = readJson(value, SMALL_BOUNDS);
  // A value that is too large to examine could contain a secret.
  if (read.kind === "excess") return maskSecrets ? maskSecret(value) : value;
  if (read.kind === "broken") return value;
  return maskSecrets ? maskNested(read.value) : read.value;
}
