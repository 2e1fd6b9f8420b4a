/**
 * The document by which this server introduces itself to providers that know it only by the document's address (OAuth
 * Client ID Metadata Document). It is public and has no secret: whoever proves a sign-in shows the verifier of PKCE.
 */
import { env } from "@/lib/kernel/process/env";
import { CLIENT_DOCUMENT } from "../constants";
import { defaultRedirectUri } from "./oauth-client";

/** Its address is the client ID, letter by letter. */
export const clientDocumentUrl = (): string => `${env().publicUrl}${CLIENT_DOCUMENT}`;

export const clientDocument = () => ({
  client_id: clientDocumentUrl(),
  client_name: "Patchbay",
  client_uri: env().publicUrl,
  redirect_uris: [defaultRedirectUri()],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
