/** Who may call the endpoint of an MCP server: holders of a key of its project, or of a signed address. */
import { findCallerByApiKey } from "@/lib/access/api-keys";
import type { ProjectCaller } from "@/lib/access/caller";
import { toSettings } from "@/lib/access/project-config";
import { requireProject } from "@/lib/access/projects";
import { ApiError } from "@/lib/kernel/errors";
import { type Address, type Audience, audienceHash } from "./audience";
import { type AddressedServer, findAddressedServer, type McpServer, unknownServer } from "./servers";
import { isSigned } from "./signed-addresses";

export type Endpoint = { caller: ProjectCaller; server: McpServer; audience: Audience };

const GENERATE = "POST /api/v3/mcp/servers/generate";

const unauthorized = (message: string, suggestedFix: string) =>
  new ApiError("Unauthorized", message, { suggestedFix, headers: { "www-authenticate": "Bearer" } });

/**
 * The caller with this key. @throws ApiError Unauthorized for an unknown key, even if the address alone would suffice
 */
async function requireCaller(key: string): Promise<ProjectCaller> {
  const caller = await findCallerByApiKey(key);
  if (caller) return caller;
  throw unauthorized(
    "The API key is unknown, expired or revoked.",
    "Send a key of the server's project in the header x-api-key, or as Authorization: Bearer.",
  );
}

/** The subject of the rate limit: each signed address counts like a key, and all unsigned ones of a server like one. */
const keyless = (server: McpServer, signed: string | undefined) => ({
  kind: "address" as const,
  addressId: `mcp:${server.id}${signed === undefined ? "" : `:${signed}`}`,
});

/** The caller for an address without a key. */
async function toCaller(server: AddressedServer, signed: string | undefined): Promise<ProjectCaller> {
  const { organizationId, config } = await requireProject(server.projectId).catch((error: unknown) => {
    throw error instanceof ApiError && error.kind === "NotFound" ? unknownServer(server.id) : error;
  });
  if (config.requireMcpApiKey && signed === undefined)
    throw unauthorized(
      "This address is not signed, and the project of this MCP server lets nobody call it without an API key.",
      `Use an address that ${GENERATE} made, or send a key of the server's project in the header x-api-key, or as Authorization: Bearer.`,
    );
  return {
    kind: "project",
    organizationId,
    projectId: server.projectId,
    settings: toSettings(config),
    by: keyless(server, signed),
  };
}

/**
 * @param key of the request, where it has one
 * @throws ApiError NotFound for a server that is not there or belongs to another project than the key; Unauthorized for a
 *   key that is unknown, for a signature that does not fit the rest of the address, key or not, and for neither of both
 *   where the project asks for one
 */
export async function openEndpoint(
  serverId: string,
  { audience, signature }: Address,
  key: string | undefined,
): Promise<Endpoint> {
  const caller = key === undefined ? null : await requireCaller(key);
  const hash = audienceHash(audience);
  const server = await findAddressedServer(serverId, hash);
  if (!server || (caller && caller.projectId !== server.projectId)) throw unknownServer(serverId);
  if (signature !== undefined && !isSigned(server, audience, signature))
    throw unauthorized(
      "The signature of this address does not fit: the address was changed, or it was ended.",
      `Make an address for this user or these accounts with ${GENERATE}.`,
    );
  return { caller: caller ?? (await toCaller(server, signature === undefined ? undefined : hash)), server, audience };
}
