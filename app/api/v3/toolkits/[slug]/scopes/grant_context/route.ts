/** GET /api/v3/toolkits/{slug}/scopes/grant_context */
import { findGrantContexts } from "@/lib/catalog/read/advise-scopes";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(scopesApi.listGrantContexts, async ({ params, query }, caller, facts) => {
  const { version, dimensions, usual } = await findGrantContexts(caller.projectId, params.slug, {
    scheme: query.auth_scheme,
    versions: toVersionChoice(caller, facts, query.toolkit_version),
  });
  return {
    auth_scheme: query.auth_scheme,
    toolkit_version: version,
    grant_context_dimensions: dimensions,
    default_grant_context: usual,
  };
});
