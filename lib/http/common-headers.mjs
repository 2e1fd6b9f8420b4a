// The headers of all answers and of those that are data, in a form that Next's settings can read without a compiler.

/**
 * On every answer. HSTS is left to the operator's proxy, which ends TLS.
 * @type {Readonly<Record<string, string>>}
 */
export const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "x-dns-prefetch-control": "off",
};

/**
 * On answers that are data: even when opened in a tab, they run, embed and load nothing.
 * @type {Readonly<Record<string, string>>}
 */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};
