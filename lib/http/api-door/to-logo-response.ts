/** The response with an uploaded logo, which people without an account see. */

/** Another image gets another ID, so an address never shows another image. */
export const toLogoResponse = ({ type, content }: { type: string; content: Uint8Array }): Response =>
  new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
