/** POST /api/v3/toolkits/{slug}/scopes/recommended */
import { adviseScopes } from "@/lib/catalog/read/advise-scopes";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(scopesApi.recommendScopes, async ({ params, body }, caller, facts) => {
  const { version, grantContext, scopes } = await adviseScopes(caller.projectId, params.slug, {
    scheme: body.auth_scheme,
    versions: toVersionChoice(caller, facts, body.toolkit_version),
    slugs: body.tools,
    context: body.grant_context,
    wishes: { include: body.include, exclude: body.exclude, available: body.available_scopes },
  });
  return {
    auth_scheme: body.auth_scheme,
    toolkit_version: version,
    grant_context: grantContext,
    scopes: { least_privilege: scopes.leastPrivilege, fewest: scopes.fewest, conditional: [] },
  };
});
