/** Prepares a request or answer for the log: without secrets, of limited size, always valid JSON. Pure. */
import { readJson } from "@/lib/kernel/json/read-json";
import type { JsonBounds } from "@/lib/kernel/json/scan-json";
import { mayHoldSecret } from "@/lib/kernel/text/is-secret-name";
import { cutText, mayBeUnstorable, storable } from "@/lib/kernel/text/storable";
import { isHiddenName, REDACTED, redactText, MIN_SOUGHT_LENGTH, type HiddenNames } from "@/lib/kernel/text/redact";

/** The limit in bytes of JSON text for each side of an execution. */
export const MAX_PAYLOAD_BYTES = 32 * 1024;
const MAX_DEPTH = 40;
/** How many characters after the cut are read, so that a secret which begins before it is found. */
const MARGIN = 4096;

/** Values that must not be stored: texts, and values under certain names. */
export type Hidden = { secrets?: readonly string[]; names?: HiddenNames | undefined };

/**
 * The state of one pass over a value. `left`: the rest of its size limit. `hid`: the number of values left out. `room`:
 * the rest of the limit on JSON inside texts, for all texts together.
 */
type Walk = {
  left: number;
  hid: number;
  secrets: readonly string[];
  names: HiddenNames | undefined;
  room: JsonBounds;
};

/** Longer texts are no arguments that a model wrote as text. */
const MAX_JSON_TEXT = 256 * 1024;

/** The limit for all JSON texts of one value together, equal to the limit for a request. */
const TEXT_BOUNDS: JsonBounds = { depth: 100, values: 100_000, names: 50_000, different: 25_000 };

/**
 * Removes values under secret names from lists and objects that were written as JSON text, as models do. Undefined for
 * any other text, and for a text without such names. A text with too much content to search is left out, because it can
 * contain secrets.
 */
function withoutSecretFields(text: string, walk: Walk, depth: number): string | undefined {
  if (text.length > MAX_JSON_TEXT || !/^\s*[[{]/.test(text) || (walk.names === undefined && !mayHoldSecret(text)))
    return undefined;
  const read = readJson(text, walk.room);
  if (read.kind === "broken") return undefined;
  if (read.kind === "excess") {
    // So that later texts are not counted again and again.
    walk.room.values = 0;
    return `[JSON of ${text.length} characters, too large to be searched for secrets]`;
  }
  walk.room.values -= read.values;
  const inner = { ...walk, hid: 0 };
  const copy = bounded(read.value, inner, depth + 1);
  if (inner.hid === 0) return undefined;
  walk.hid += inner.hid;
  return JSON.stringify(copy);
}

/** Cuts a text. Known secrets are removed before, because the later search would not find one that is cut. */
function boundedText(input: string, walk: Walk, depth: number): string {
  const text = withoutSecretFields(input, walk, depth) ?? input;
  if (text.length <= walk.left) {
    walk.left -= text.length + 2;
    return text;
  }
  const excerpt = cutText(redactText(text.slice(0, walk.left + MARGIN), walk.secrets), walk.left);
  walk.left = 0;
  return `${excerpt}[cut: ${text.length} characters in all]`;
}

function boundedList(value: readonly unknown[], walk: Walk, depth: number): unknown[] {
  const items: unknown[] = [];
  for (const item of value) {
    if (walk.left <= 0) {
      items.push(`[cut: ${value.length - items.length} more items]`);
      break;
    }
    items.push(bounded(item, walk, depth + 1));
  }
  return items;
}

/** Longer names are cut. */
const MAX_NAME_LENGTH = 1000;

const shortened = (name: string, { secrets }: Walk): string =>
  name.length <= MAX_NAME_LENGTH
    ? name
    : `${cutText(redactText(name.slice(0, MAX_NAME_LENGTH + MARGIN), secrets), MAX_NAME_LENGTH)}[cut: ${name.length} characters in all]`;

function boundedObject(value: object, walk: Walk, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let count = 0;
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    if (walk.left <= 0) {
      fields["[cut]"] = `${Object.keys(value).length - count} more fields`;
      break;
    }
    count++;
    walk.left -= name.length + 4;
    const item = (value as Record<string, unknown>)[name];
    const secret = item !== null && item !== undefined && typeof item !== "boolean" && isHiddenName(name, walk.names);
    if (secret) walk.hid += 1;
    // Assigning __proto__ would set the prototype instead of a field.
    if (name !== "__proto__") fields[shortened(name, walk)] = secret ? REDACTED : bounded(item, walk, depth + 1);
  }
  return fields;
}

/** A copy without values under secret names, cut at the size limit. */
function bounded(value: unknown, walk: Walk, depth: number): unknown {
  if (typeof value === "string") return boundedText(value, walk, depth);
  if (value === null || typeof value !== "object") {
    walk.left -= 6;
    return value;
  }
  if (depth > MAX_DEPTH) return "[cut: too deep]";
  walk.left -= 2;
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  return Array.isArray(value) ? boundedList(value, walk, depth) : boundedObject(value, walk, depth);
}

function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return storable(redactText(value, secrets));
  if (typeof value === "number") return redactText(String(value), secrets) === REDACTED ? REDACTED : value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storable(redactText(name, secrets)), cleaned(item, secrets)]),
  );
}

/** A secret as it looks inside JSON text. */
const escaped = (secret: string): string =>
  /^[\w+/=.:~-]*$/.test(secret) ? secret : JSON.stringify(secret).slice(1, -1);

const escapedSecrets = new WeakMap<readonly string[], readonly string[]>();

/** The secrets that are searched for in JSON text. A row has several such texts and one list of secrets. */
function secretsInJson(secrets: readonly string[]): readonly string[] {
  const cachedSecrets = escapedSecrets.get(secrets);
  if (cachedSecrets) return cachedSecrets;
  const forms = secrets.filter(({ length }) => length >= MIN_SOUGHT_LENGTH).map(escaped);
  escapedSecrets.set(secrets, forms);
  return forms;
}

/**
 * The value as JSON text for storage. The first pass leaves out values with secret names, and stops at 32 kB. Only if
 * the text then contains a known secret, or a character that cannot be stored, a second pass removes these.
 */
export function toStoredJson(
  value: unknown,
  { secrets = [], names }: Hidden = {},
  maxBytes = MAX_PAYLOAD_BYTES,
): string {
  const copy = bounded(value, { left: maxBytes, hid: 0, secrets, names, room: { ...TEXT_BOUNDS } }, 0);
  const text = JSON.stringify(copy) ?? "null";
  const tainted = secretsInJson(secrets).some((secret) => text.includes(secret)) || mayBeUnstorable(text);
  return tainted ? JSON.stringify(cleaned(copy, secrets)) : text;
}

/** Characters of a text column, unless the column has another limit. */
const MAX_TEXT_LENGTH = 500;

/** A text for a column: cut, storable, without known secrets; null without a text. */
export const toStoredText = (
  text: string | null | undefined,
  secrets: readonly string[] = [],
  max = MAX_TEXT_LENGTH,
): string | null =>
  text === null || text === undefined || text === ""
    ? null
    : cutText(redactText(text.slice(0, max + MARGIN), secrets), max);

/** No column keeps more characters than this, and its margin. */
const MAX_SEARCHED = 2 * MARGIN;
const NO_SECRETS: readonly string[] = [];

/**
 * The secrets to search for in each of several short texts: none if all of them together contain none, which one search
 * shows faster than one for each text.
 */
export function secretsIn(
  texts: readonly (string | null | undefined)[],
  secrets: readonly string[],
): readonly string[] {
  const all = texts.map((text) => text?.slice(0, MAX_SEARCHED)).join("\n");
  return secrets.some((secret) => secret.length >= MIN_SOUGHT_LENGTH && all.includes(secret)) ? secrets : NO_SECRETS;
}
