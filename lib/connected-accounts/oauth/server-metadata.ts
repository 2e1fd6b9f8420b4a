/**
 * Finds a server's OAuth endpoints in its metadata: RFC 9728 for the resource, RFC 8414 and OpenID Connect for the
 * issuer.
 */
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable, OutboundError, send } from "@/lib/kernel/outbound/send";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";

const TIMEOUT_MS = 10_000;

const ServerMetadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  registration_endpoint: z.url().nullish(),
  revocation_endpoint: z.url().nullish(),
  client_id_metadata_document_supported: z.boolean().nullish().catch(null),
  token_endpoint_auth_methods_supported: z
    .array(z.string())
    .nullish()
    .transform((methods) => methods ?? ["client_secret_basic"]),
  scopes_supported: z
    .array(z.string())
    .nullish()
    .transform((scopes) => scopes ?? []),
});
export type ServerMetadata = z.infer<typeof ServerMetadata>;

const ResourceMetadata = z.object({ authorization_servers: z.array(z.url()).min(1) });

/** The project for which the metadata is read, and its proxy. */
type DiscoveryContext = Pick<AppCredentials, "projectId" | "proxy">;

async function readJson(url: string, { projectId, proxy }: DiscoveryContext): Promise<unknown> {
  try {
    const response = await send({
      projectId,
      ...(proxy && { proxy }),
      method: "GET",
      url,
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
    });
    return response.status === 200 ? findJson(bodyText(response), SMALL_BOUNDS) : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** A well-known URL, with the well-known part between host and path (RFC 8414 section 3.1). */
const wellKnown = (server: URL, name: string): string =>
  `${server.origin}/.well-known/${name}${withoutEndSlashes(server.pathname)}`;

/** The metadata URLs of an issuer; OpenID Connect Discovery puts the well-known part after the path. */
const issuerDocuments = (issuer: URL): string[] => [
  wellKnown(issuer, "oauth-authorization-server"),
  `${issuer.origin}${withoutEndSlashes(issuer.pathname)}/.well-known/openid-configuration`,
];

async function readIssuer(issuer: string, asker: DiscoveryContext): Promise<ServerMetadata | undefined> {
  for (const url of issuerDocuments(new URL(issuer))) {
    const parsed = ServerMetadata.safeParse(await readJson(url, asker));
    // RFC 8414 section 3.3: metadata that names another issuer must not be used.
    if (parsed.success && withoutEndSlashes(parsed.data.issuer) === withoutEndSlashes(issuer)) return parsed.data;
  }
  return undefined;
}

/**
 * The metadata of the authorization server for a server's URL.
 * @throws ApiError BadRequest if it has no metadata, or if calls to its endpoints are not allowed
 */
export async function discoverServer(serverUrl: string, asker: DiscoveryContext): Promise<ServerMetadata> {
  assertReachable(serverUrl, "credentials.server_url");
  const server = new URL(serverUrl);
  const resource = ResourceMetadata.safeParse(await readJson(wellKnown(server, "oauth-protected-resource"), asker));
  const issuers = [
    ...(resource.success ? resource.data.authorization_servers.slice(0, 3) : []),
    withoutEndSlashes(serverUrl),
    server.origin,
  ];
  for (const issuer of new Set(issuers)) {
    if (issuer !== serverUrl) assertReachable(issuer, "authorization_servers");
    const metadata = await readIssuer(issuer, asker);
    if (!metadata) continue;
    for (const [name, url] of Object.entries(metadata))
      if (name.endsWith("_endpoint") && typeof url === "string") assertReachable(url, name);
    return metadata;
  }
  throw new ApiError("BadRequest", `${server.host} doesn't publish its sign-in endpoint.`, {
    suggestedFix:
      "Check server_url: the server must publish " +
      "/.well-known/oauth-authorization-server (RFC 8414) or /.well-known/oauth-protected-resource (RFC 9728).",
  });
}
