/** The OAuth facts of a toolkit's provider. */
import { ApiError } from "@/lib/kernel/errors";
import type { OAuthProvider } from "../toolkit-auth-scheme";
import { requireToolkit } from "./find-toolkits";

/**
 * The provider that authorizes accounts of this toolkit.
 * @throws ApiError NotFound for an unknown toolkit, BadRequest for one without OAuth
 */
export async function requireProvider(projectId: string, toolkitSlug: string): Promise<OAuthProvider> {
  const toolkit = await requireToolkit(projectId, toolkitSlug);
  const scheme = toolkit.authSchemes.find((candidate) => candidate.oauth !== undefined);
  if (!scheme?.oauth)
    throw new ApiError("BadRequest", `The toolkit ${toolkit.slug} does not use OAuth.`, {
      suggestedFix: `It supports ${toolkit.authSchemes.map((scheme) => scheme.mode).join(", ")}.`,
    });
  return scheme.oauth;
}
