/** The metadata of this server for clients: RFC 9728 for an MCP endpoint, RFC 8414 for the issuer of its tokens. */
import { ApiError } from "@/lib/kernel/errors";
import { ENDPOINT, issuer, KEY_ALONE, resourceAt, serverOfResource, takesKeyAlone } from "./addresses";
import { AUTH_METHODS, GRANT_TYPES } from "./client-metadata";
import { SCOPE } from "./tokens";

/**
 * @param segments of the path of an MCP endpoint
 * @throws ApiError NotFound for another path, and with other words for one that takes a key alone
 */
export function resourceMetadata(segments: readonly string[]) {
  const resource = resourceAt(segments.map((segment) => `/${encodeURIComponent(segment)}`).join(""));
  if (takesKeyAlone(resource))
    throw new ApiError("NotFound", `Nobody gives out tokens for ${resource}. ${KEY_ALONE}`, {
      suggestedFix: "Set the header x-api-key in the settings of the MCP client.",
    });
  if (serverOfResource(resource) === null)
    throw new ApiError("NotFound", "No MCP server has a URL with this path.", {
      suggestedFix: "Ask for the path of an MCP server behind oauth-protected-resource, such as v3/mcp/{id}.",
    });
  return {
    resource,
    authorization_servers: [issuer()],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ["header"],
  };
}

export function serverMetadata() {
  const toUrl = (path: string) => issuer() + path;
  return {
    issuer: issuer(),
    authorization_endpoint: toUrl(ENDPOINT.authorize),
    token_endpoint: toUrl(ENDPOINT.token),
    registration_endpoint: toUrl(ENDPOINT.register),
    revocation_endpoint: toUrl(ENDPOINT.revoke),
    scopes_supported: [SCOPE],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: [...GRANT_TYPES, "client_credentials"],
    token_endpoint_auth_methods_supported: [...AUTH_METHODS],
    revocation_endpoint_auth_methods_supported: [...AUTH_METHODS],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
