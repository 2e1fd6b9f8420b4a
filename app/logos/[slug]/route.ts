/** GET /logos/{slug}: the image of a toolkit without a logo of its own. */
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { findLogo } from "@/lib/catalog/read/find-logo";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(
  catalogDetailsApi.getToolkitLogo,
  async (_request, _caller, { params }) =>
    new Response(await findLogo(params.slug ?? ""), {
      headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" },
    }),
);
