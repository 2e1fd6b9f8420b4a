/** The security headers of all answers: of the API, and of pages. */

/** On every answer. HSTS is left to the operator's proxy, which ends TLS. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "x-dns-prefetch-control": "off",
};

/** On answers that are data: even when opened in a tab, they run, embed and load nothing. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * The content security policy of a page. Scripts need the nonce; styles may be inline (components position themselves with
 * them); logos may come from any https host; editors start their workers from blobs. The hosted connect page has a policy
 * of its own.
 * @param nonce fresh random characters for each answer
 * @param options `development` allows eval and the reload socket of the dev server; `uploads` is the origin of the bucket
 *   to which pages upload
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
