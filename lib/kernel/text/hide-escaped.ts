/** Takes secrets out of values that JSON held in escapes (`\u0061`): its text shows them only once it is read. Pure. */
import { hiderOf, type Hider } from "./hide-secrets";

/** Of shorter texts, none is looked for. */
const SHORTEST = 12;
/** Signs that no escape of two digits stands for. */
const WIDE = /[^\0-\xff]/;

const cleanText = (text: string, hider: Hider): string => (text.length < SHORTEST ? text : hider.text(text));

function cleanObject(fields: Record<string, unknown>, hider: Hider): Record<string, unknown> {
  let isRenamed = false;
  const entries = Object.entries(fields).map(([name, inner]): [string, unknown] => {
    const shown = cleanText(name, hider);
    isRenamed ||= shown !== name;
    return [shown, cleaned(inner, hider)];
  });
  if (isRenamed) return Object.fromEntries(entries);
  // In place: almost no value changes, and large answers should not be held twice.
  for (const [name, inner] of entries) if (inner !== fields[name]) fields[name] = inner;
  return fields;
}

function cleaned(value: unknown, hider: Hider): unknown {
  if (typeof value === "string") return cleanText(value, hider);
  if (value === null || typeof value !== "object") return value;
  if (!Array.isArray(value)) return cleanObject(value as Record<string, unknown>, hider);
  const items = value as unknown[];
  for (const [at, inner] of items.entries()) {
    const shown = cleaned(inner, hider);
    if (shown !== inner) items[at] = shown;
  }
  return items;
}

/**
 * A value without secrets, wherever they stand in it; it may be the same one, changed.
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export const hideInside = (value: unknown, forms: readonly string[]): unknown =>
  forms.length > 0 ? cleaned(value, hiderOf(forms)) : value;

/**
 * A value that was read from JSON, without secrets; it may be the same one, changed.
 * @param written the JSON, from which secrets are taken out already: one without escapes hides nothing more
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export function hideEscaped(value: unknown, written: string, forms: readonly string[]): unknown {
  const mayHide = written.includes("\\u00") || (written.includes("\\u") && forms.some((form) => WIDE.test(form)));
  return mayHide ? hideInside(value, forms) : value;
}
