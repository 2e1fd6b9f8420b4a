/** The next step of an error in wording for people: hints on API calls are for programs. Pure. */

const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \//;

/** Removes the parts that name an API call ("List them with GET /api/v3/..."); empty if nothing remains. */
export function toHumanFix(fix: string | null | undefined): string {
  if (!fix || !CALL.test(fix)) return fix ?? "";
  const parts = fix.split(/(?<=[.;])\s+/).filter((part) => !CALL.test(part));
  return parts.join(" ").replace(/;$/, ".");
}
