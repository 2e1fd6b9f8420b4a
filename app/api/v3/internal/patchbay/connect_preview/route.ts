/** POST /api/v3/internal/patchbay/connect_preview */
import { requireProject } from "@/lib/access/projects";
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { previewConnectPage } from "@/lib/connected-accounts/connect/preview";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(connectPagesApi.previewConnectPage, async ({ body }, { projectId }) => {
  const { name, config } = await requireProject(projectId);
  const branding = {
    name: body.name || (config.displayName ?? name),
    logoUrl: body.logo_url ?? config.logoUrl ?? "",
    accent: body.accent_color ?? config.accentColor ?? "",
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
