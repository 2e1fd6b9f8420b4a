// JSON in one form only (RFC 8785, for texts, whole numbers, booleans, null, lists and objects). It repeats
// lib/access/audit/to-canonical-json.ts, because a verifier should need none of the server's code.

/** @param {unknown} value @returns {string} */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`;
}

/** A text, or anything else between spaces. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[^\s"]+/g;
const inOneForm = (token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);

/**
 * Whether every program reads the same from a JSON text: no name twice, no number that loses digits, no half of a
 * character. Spaces and the way in which characters are escaped do not matter.
 * @param {string} text
 * @param {unknown} value what was parsed of it
 */
export function isUnambiguous(text, value) {
  const canonical = JSON.stringify(value);
  if (hasHalves(canonical)) return false;
  return canonical === text || canonical === (text.match(TOKENS) ?? []).map(inOneForm).join("");
}

/** JSON.stringify writes halves of characters as escapes, and whole characters as themselves. */
const hasHalves = (canonical) => /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(canonical);
