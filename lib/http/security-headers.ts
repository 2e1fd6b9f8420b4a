/** The security headers of all answers: of the API, and of pages. */

export { API_HEADERS } from "./common-headers.mjs";

/**
 * The content security policy of a page. Scripts need the nonce; styles can be inline (components position themselves
 * with them); logos can come from any https host; editors start their workers from blobs. The hosted connect page has
 * its own policy.
 * @param nonce fresh random characters for each answer
 * @param options `development` allows eval and the reload socket of the dev server; `uploads` is the origin of the
 *   bucket to which pages upload
 */
export function pagePolicy(
  nonce: string,
  options: { development?: boolean; uploads?: string | undefined } = {},
): string {
  const { development = false, uploads } = options;
  const policy: Record<string, string> = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob: https:",
    "font-src": "'self' data:",
    "connect-src": `'self'${uploads ? ` ${uploads}` : ""}${development ? " ws:" : ""}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
