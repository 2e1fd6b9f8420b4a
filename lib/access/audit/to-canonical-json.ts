/**
 * JSON in one form only: members sorted by their names, no spaces (RFC 8785, for texts, whole numbers, booleans, null,
 * lists and objects). Two programs get the same bytes for the same value, and so the same hash. Pure.
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === "string") return toText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return Array.isArray(value) ? toList(value) : toObject(value as Record<string, unknown>);
}

/** Characters that JSON writes as themselves. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Longer texts are faster by JSON.stringify. */
const MAX_SHORT = 64;

const toText = (text: string): string =>
  text.length <= MAX_SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);

// One text that grows: lists of parts that are joined cost five times as much, and receipts hash whole answers.
function toList(list: readonly unknown[]): string {
  let text = "[";
  for (let index = 0; index < list.length; index += 1)
    text += index === 0 ? toCanonicalJson(list[index]) : `,${toCanonicalJson(list[index])}`;
  return `${text}]`;
}

function toObject(object: Record<string, unknown>): string {
  let text = "";
  for (const name of Object.keys(object).sort()) {
    const member = object[name];
    if (member !== undefined) text += `${text === "" ? "" : ","}${toText(name)}:${toCanonicalJson(member)}`;
  }
  return `{${text}}`;
}
