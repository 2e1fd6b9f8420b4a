/** The fields of a connection: reads the values that clients and people send, and reports missing or wrong values. */
import type { AuthField, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { canonicalName, mergeValues } from "@/lib/auth-configs/merge-credentials";
import { missingSentence } from "@/lib/auth-configs/require-scheme";
import { ApiError } from "@/lib/kernel/errors";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { cleanPasted } from "./clean-pasted";
import { DISCOVERED, type AccountValues } from "../account-values";

/** The fields that an import of existing OAuth tokens can have. */
const TOKEN_NAMES = ["access_token", "refresh_token", "token_type", "scope", "expires_in", "id_token"];

/** Names under which clients send the only secret of a scheme. */
const ONE_SECRET = ["api_key", "generic_api_key", "token", "bearer_token", "generic_token", "access_token"];

/** The field in which an unfinished connection keeps its link, sealed with the other values. */
export const PENDING_URL = "redirectUrl";

const fieldsOf = (scheme: ToolkitAuthScheme): readonly AuthField[] => scheme.fields.connectedAccountInitiation;

/** The secret field of a scheme that has only one. */
function soleSecret(scheme: ToolkitAuthScheme): AuthField | undefined {
  const secrets = fieldsOf(scheme).filter(({ isSecret }) => isSecret);
  return secrets.length === 1 ? secrets[0] : undefined;
}

/**
 * The values that a client sends, by their canonical names, added to the stored values. Fields that neither the scheme
 * nor OAuth knows are ignored.
 * @throws ApiError BadRequest for a value that is no text, number or boolean
 */
export function readConnectionValues(
  scheme: ToolkitAuthScheme,
  input: Readonly<Record<string, unknown>>,
  storedValues: AccountValues = {},
): Record<string, string> {
  const fields = fieldsOf(scheme);
  const knownNames = new Set([
    "base_url",
    ...fields.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...(scheme.oauth || scheme.grant
      ? [...TOKEN_NAMES, ...(scheme.oauth?.keepFields ?? []), ...(scheme.oauth?.callbackFields ?? [])]
      : []),
  ]);
  const knownValues = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => knownNames.has(name) && value !== null && value !== ""),
  );
  const sole = soleSecret(scheme);
  if (sole && ![sole.name, ...sole.aliases].some((name) => name in knownValues)) {
    const other = ONE_SECRET.find((name) => typeof input[name] === "string" && input[name] !== "");
    if (other) knownValues[sole.name] = input[other];
  }
  for (const [name, value] of Object.entries(knownValues)) {
    const field = fields.find((candidate) => candidate.name === canonicalName(name, fields));
    // A password can begin and end with any character.
    if (typeof value === "string" && field && !/password|passphrase/.test(field.name))
      knownValues[name] = cleanPasted(scheme, field, value);
  }
  const merged = mergeValues(storedValues, knownValues, fields, "connection.state.val");
  const sentNames = new Set(Object.keys(knownValues).map((name) => canonicalName(name, fields)));
  // A value that was sent counts as entered from now on, even if the provider returned the same value before.
  const marked = storedValues[DISCOVERED]?.split(" ").filter((name) => !sentNames.has(name));
  return marked ? { ...merged, [DISCOVERED]: marked.join(" ") } : merged;
}

/** The messages for invalid values, besides those for URLs. */
export const WRONG = { oneLine: "must be one line.", number: "must be a number." };

/** Control characters: no header and no address carries them. */
const CONTROL = /\p{Cc}/u;

/** One sentence for each field with an invalid value. */
export function wrongValues(scheme: ToolkitAuthScheme, values: AccountValues): Map<string, string> {
  const wrong = new Map<string, string>();
  const urls = new Set([
    "base_url",
    ...fieldsOf(scheme)
      .filter(({ type }) => type === "url")
      .map(({ name }) => name),
  ]);
  for (const [name, value] of Object.entries(values)) {
    const field = fieldsOf(scheme).find((candidate) => candidate.name === name);
    if (field?.type === "text" ? value.includes("\0") : CONTROL.test(value)) wrong.set(name, WRONG.oneLine);
    else if (field?.type === "number" && !Number.isFinite(Number(value))) wrong.set(name, WRONG.number);
    else if (urls.has(name)) {
      try {
        assertReachable(value, name);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        wrong.set(name, error.message.replace(/^[^:]*: /, ""));
      }
    }
  }
  return wrong;
}

/** The required fields that neither the connection nor its auth config fills. */
export const missingFields = (scheme: ToolkitAuthScheme, values: AccountValues): AuthField[] =>
  fieldsOf(scheme).filter(({ name, required }) => required && !values[name]);

/**
 * Unknown fields are ignored, but a mistyped required field would lose its value, and a person would be asked for it. A
 * name that is part of the other name can mean something else.
 * @throws ApiError BadRequest with one sentence for each
 */
export function assertNoneMistyped(
  scheme: ToolkitAuthScheme,
  missing: readonly AuthField[],
  input: Readonly<Record<string, unknown>>,
): void {
  const knownNames = new Set([
    ...["status", "base_url", ...TOKEN_NAMES, ...ONE_SECRET],
    ...fieldsOf(scheme).flatMap(({ name, aliases }) => [name, ...aliases]),
  ]);
  const missingNames = missing.map(({ name }) => name);
  const errors = Object.entries(input).flatMap(([name, value]) => {
    if (knownNames.has(name) || typeof value !== "string" || value === "") return [];
    const near = nearestName(name, missingNames);
    if (near === undefined || near.includes(name) || name.includes(near)) return [];
    return [`connection.state.val.${name}: is not a field of ${scheme.name}. Did you mean ${near}?`];
  });
  if (errors.length === 0) return;
  throw new ApiError("BadRequest", `Invalid connection values. ${errors[0]}`, {
    errors: errors.slice(0, 20),
    suggestedFix: "Correct the fields named in errors.",
  });
}

/** @throws ApiError BadRequest with one sentence per invalid value */
export function assertRightValues(scheme: ToolkitAuthScheme, values: AccountValues): void {
  const wrong = wrongValues(scheme, values);
  if (wrong.size === 0) return;
  const errors = [...wrong].map(([name, sentence]) => `connection.state.val.${name}: ${sentence}`);
  throw new ApiError("BadRequest", `The connection's values are not usable. ${errors[0] ?? ""}`, {
    errors,
    suggestedFix: "Correct the fields named in errors.",
  });
}

/** @throws ApiError BadRequest with one sentence per missing field */
export function assertCompleteValues(scheme: ToolkitAuthScheme, values: AccountValues): void {
  const missing = missingFields(scheme, values);
  if (missing.length === 0) return;
  throw new ApiError(
    "BadRequest",
    `${scheme.name} needs ${missing.map(({ displayName }) => displayName).join(" and ")}.`,
    {
      errors: missing.map((field) => missingSentence(field, "connection.state.val.", scheme.hintUrl)),
      suggestedFix: "Send the fields named in errors.",
    },
  );
}

/**
 * The values that the person typed or that were discovered at the provider about the place, without tokens and the
 * pending link.
 */
export function keptForConsent(scheme: ToolkitAuthScheme, values: AccountValues): Record<string, string> {
  const names = new Set(["base_url", DISCOVERED, ...fieldsOf(scheme).map(({ name }) => name)]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
