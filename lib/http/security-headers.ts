/** The security headers of every answer, for both doors: API answers, and pages with their nonce. */

/** On every answer. HSTS is the operator's proxy's to say: it ends TLS. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "x-dns-prefetch-control": "off",
};

/** On answers that are data: even opened in a tab they run, embed and load nothing. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * The policy of a page. Scripts run by nonce alone; styles may be inline (components position themselves with them);
 * toolkit logos and project logos come from any https host; editors start their workers from blobs.
 * The hosted connect page is none of these: it writes a policy of its own.
 * @param nonce fresh random characters for each answer
 * @param options `development` lets the dev server's eval and its reload socket through; `uploads` is the origin of a
 *   bucket that pages upload to
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
