/** The metadata of a client, from its registration (RFC 7591) or from a document of its own. Pure. */
import { z } from "zod";
import { isObject } from "@/lib/kernel/text/is-object";
import { cutText } from "@/lib/kernel/text/storable";
import { OAuthError } from "./oauth-error";
import { redirectProblem } from "./redirects";

export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
/** How a client with a secret shows it; `none` for those that cannot keep one. */
export const AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;

const text = (max: number) => z.string().trim().max(max, `must have at most ${max} characters`);

/** A name without what would make it look like another one, or like words of the page. */
const name = text(200).transform((input) =>
  cutText(
    input
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
    80,
  ),
);

const redirectUri = z.string().superRefine((uri, context) => {
  const problem = redirectProblem(uri);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

const Metadata = z.object({
  redirect_uris: z.array(redirectUri).min(1, "must have one address").max(20, "must have at most 20 addresses"),
  client_name: name.optional(),
  grant_types: z.array(text(100)).max(20).optional(),
  response_types: z.array(text(100)).max(20).optional(),
  token_endpoint_auth_method: text(100).optional(),
});

export type ClientMetadata = {
  name: string;
  redirectUris: string[];
  grantTypes: string[];
  authMethod: (typeof AUTH_METHODS)[number];
};

/** The host to which a client is sent, where it has no name. */
const hostOf = (uri: string): string => new URL(uri).host || new URL(uri).protocol.slice(0, -1);

/**
 * Reads the metadata of a client.
 * @throws OAuthError invalid_redirect_uri, invalid_client_metadata, naming the field
 */
export function readMetadata(document: unknown): ClientMetadata {
  // Libraries write members that they do not use as null.
  const members = isObject(document)
    ? Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))
    : document;
  const parsed = Metadata.safeParse(members);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw new OAuthError(
      field.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata",
      `${field || "The body"}: ${issue?.message ?? "is malformed"}.`.slice(0, 500),
    );
  }
  const { redirect_uris: redirectUris, client_name, grant_types, ...rest } = parsed.data;
  const authMethod = AUTH_METHODS.find(
    (method) => method === (rest.token_endpoint_auth_method ?? "client_secret_basic"),
  );
  if (!authMethod)
    throw new OAuthError(
      "invalid_client_metadata",
      `token_endpoint_auth_method: must be one of ${AUTH_METHODS.join()}.`,
    );
  if (rest.response_types && !rest.response_types.includes("code"))
    throw new OAuthError("invalid_client_metadata", "response_types: must include code.");
  const requestedGrants = grant_types ?? ["authorization_code"];
  if (!requestedGrants.includes("authorization_code"))
    throw new OAuthError("invalid_client_metadata", "grant_types: must include authorization_code.");
  return {
    name: client_name || hostOf(redirectUris[0] ?? ""),
    redirectUris: [...new Set(redirectUris)],
    grantTypes: GRANT_TYPES.filter((grantType) => requestedGrants.includes(grantType)),
    authMethod,
  };
}
