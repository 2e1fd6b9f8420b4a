/** POST /api/v3/internal/patchbay/connect_preview */
import { brandingOf } from "@/lib/access/projects/branding";
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { previewConnectPage } from "@/lib/connected-accounts/connect/preview-connect-page";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(connectPagesApi.previewConnectPage, async ({ body }, { projectId }) => {
  const { name, logoUrl = "", accent = "" } = await brandingOf(projectId);
  const branding = {
    name: body.name || name,
    logoUrl: body.logo_url ?? logoUrl,
    accent: body.accent_color ?? accent,
  };
  return {
    html: await previewConnectPage(
      projectId,
      {
        toolkitSlug: body.toolkit_slug,
        scheme: body.scheme,
        scopes: body.scopes,
        givenFields: body.given_fields,
        language: body.language,
      },
      branding,
    ),
  };
});
