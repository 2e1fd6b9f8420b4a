/** GET /logos/project/{id}: the uploaded logo of a project, for everybody who connects there. */
import { accessApi } from "@/lib/access/contract";
import { requireLogo } from "@/lib/access/projects/logos";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(accessApi.getProjectLogo, async (_request, _caller, { params }) => {
  const { type, content } = await requireLogo(params.id ?? "");
  // Another image gets another id, so this address never shows another one.
  return new Response(new Uint8Array(content), {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
});
