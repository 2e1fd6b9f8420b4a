/** GET /logos/toolkit/{id}: the uploaded logo of a project's own toolkit, for everybody who connects to it. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { requireToolkitLogo } from "@/lib/own-toolkits/mcp/require-toolkit-logo";

export const GET = defineRawRoute(customToolkitsApi.getOwnToolkitLogo, async (_request, _caller, { params }) => {
  const { type, content } = await requireToolkitLogo(params.id ?? "");
  // Another image gets another ID, so this address never shows another one.
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
});
