/** The next step of an error as people need it: what calls the API is for programs. Pure. */

const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \//;

/** Without the parts that name a call ("List them with GET /api/v3/..."); empty when nothing is left. */
export function toHumanFix(fix: string | null | undefined): string {
  if (!fix || !CALL.test(fix)) return fix ?? "";
  const parts = fix.split(/(?<=[.;])\s+/).filter((part) => !CALL.test(part));
  return parts.join(" ").replace(/;$/, ".");
}
