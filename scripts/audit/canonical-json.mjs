// JSON in one form only (RFC 8785, for texts, whole numbers, booleans, null, lists and objects). It repeats
// lib/access/audit/to-canonical-json.ts, because a verifier should need none of the server's code.

/** @param {unknown} value @returns {string} */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`;
}
