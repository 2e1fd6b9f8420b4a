/**
 * Removes secrets from values that were read from JSON: secrets in escapes (`\u0061`), which its text does not show,
 * and short secrets, which a text cannot be searched for. Pure.
 */
import { hiderOf, type Hider } from "./hide-secrets";
import { isSecretName, REDACTED } from "./redact";

/** Shorter secrets may be ordinary words: they are hidden where one stands alone under the name of a secret. */
const SHORTEST = 12;
const SHORTEST_ALONE = 4;
/** Signs that no escape of two digits stands for. */
const WIDE = /[^\0-\xff]/;

type Sought = { hider: Hider; alone: ReadonlySet<string> };

const aloneOf = (forms: readonly string[]): string[] =>
  forms.filter(({ length }) => length >= SHORTEST_ALONE && length < SHORTEST);

const cleanText = (text: string, { hider }: Sought): string => (text.length < SHORTEST ? text : hider.text(text));

function cleanObject(fields: Record<string, unknown>, sought: Sought): Record<string, unknown> {
  let isRenamed = false;
  const entries = Object.entries(fields).map(([name, inner]): [string, unknown] => {
    const cleanName = cleanText(name, sought);
    isRenamed ||= cleanName !== name;
    const isAlone = typeof inner === "string" && sought.alone.has(inner) && isSecretName(name);
    return [cleanName, isAlone ? REDACTED : cleaned(inner, sought)];
  });
  if (isRenamed) return Object.fromEntries(entries);
  // In place: almost no value changes, and large answers should not be held twice.
  for (const [name, inner] of entries) if (inner !== fields[name]) fields[name] = inner;
  return fields;
}

function cleaned(value: unknown, sought: Sought): unknown {
  if (typeof value === "string") return cleanText(value, sought);
  if (value === null || typeof value !== "object") return value;
  if (!Array.isArray(value)) return cleanObject(value as Record<string, unknown>, sought);
  const items = value as unknown[];
  for (const [index, inner] of items.entries()) {
    const cleanItem = cleaned(inner, sought);
    if (cleanItem !== inner) items[index] = cleanItem;
  }
  return items;
}

/**
 * A value without secrets, wherever they stand in it; it may be the same one, changed.
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export const hideInside = (value: unknown, forms: readonly string[]): unknown =>
  forms.length > 0 ? cleaned(value, { hider: hiderOf(forms), alone: new Set(aloneOf(forms)) }) : value;

/**
 * A value that was read from JSON, without secrets; it may be the same one, changed.
 * @param source the JSON, from which the secrets that it shows are taken out already
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export function hideEscaped(value: unknown, source: string, forms: readonly string[]): unknown {
  const mayHide =
    source.includes("\\u00") ||
    (source.includes("\\u") && forms.some((form) => WIDE.test(form))) ||
    aloneOf(forms).some((form) => source.includes(form));
  return mayHide ? hideInside(value, forms) : value;
}
