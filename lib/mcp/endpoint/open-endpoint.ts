/** Opens the endpoint of an MCP server for holders of a key of its project, of a signed address, or of a token. */
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import type { ProjectCaller } from "@/lib/access/caller";
import { limitedOf } from "@/lib/access/keys/limited-of";
import { assertAudienceInReach } from "../addresses/assert-audience-in-reach";
import { findKnownProject } from "@/lib/access/projects/known-project";
import { ApiError } from "@/lib/kernel/errors";
import { type Access, challengeAt, findAccess, isToken } from "@/lib/oauth-server/access";
import { type Address, assertNamed, type Audience, audienceHash, isNobody, toAudience } from "../addresses/audience";
import type { OfferedServer } from "../tools/server-tools";
import { type AddressedServer, findAddressedServer, readAddressedServer } from "../servers/addressed-server";
import { recordMcpUse } from "../servers/record-mcp-use";
import { type McpServer, unknownServer } from "../servers/servers";
import { isSigned } from "../addresses/signed-addresses";

export type Endpoint = {
  caller: ProjectCaller;
  server: OfferedServer;
  audience: Audience;
  /** The token that opened the endpoint, if a token did. */
  token?: string;
};

const GENERATE = "POST /api/v3/mcp/servers/generate";

const SEND_A_KEY = "Send a key of the server's project in the header x-api-key, or as Authorization: Bearer.";

/**
 * A refusal that shows a client where it can get access without help.
 * @param url the URL that the client called
 */
const unauthorized = (url: string, message: string, suggestedFix: string, wasToken = false) =>
  new ApiError("Unauthorized", message, {
    suggestedFix,
    headers: { "www-authenticate": challengeAt(new URL(url).pathname, wasToken) },
  });

/** The URL that a client called, with its key or token if it sent one. */
type EndpointRequest = {
  url: string;
  key?: string | undefined;
  /** A page of the dashboard sent it: its inspector tries a server, which is not a use by an agent. */
  isFromPage?: boolean;
  /** The client's address. */
  findAddress?: () => string | undefined;
};

/**
 * The caller with this key.
 * @throws ApiError Unauthorized for an unknown key, even if the address alone would suffice
 */
async function requireCaller(key: string, { url, findAddress }: EndpointRequest): Promise<ProjectCaller> {
  const caller = await findCallerByApiKey(key, findAddress);
  if (caller) return caller;
  throw unauthorized(url, "The API key is unknown, expired or revoked.", SEND_A_KEY);
}

/**
 * The subject of the rate limit: each signed address and each token counts like a key; all other calls of a server
 * count together like a single key.
 */
const keyless = (server: McpServer, holder: string | undefined) => ({
  kind: "address" as const,
  addressId: `mcp:${server.id}${holder === undefined ? "" : `:${holder}`}`,
});

/** A caller of the server's project, for an address or a token. */
async function toCaller(
  server: AddressedServer,
  holder: string | undefined,
): Promise<ProjectCaller & { open: boolean }> {
  const project = await findKnownProject(server.projectId);
  if (!project) throw unknownServer(server.id);
  const { organizationId, settings, requireMcpApiKey } = project;
  return {
    kind: "project",
    organizationId,
    projectId: server.projectId,
    settings,
    by: keyless(server, holder),
    open: !requireMcpApiKey,
  };
}

/** The caller with an address and no key. */
async function byAddress(
  server: AddressedServer,
  { audience, signature }: Address,
  url: string,
): Promise<ProjectCaller> {
  const { open, ...caller } = await toCaller(server, signature === undefined ? undefined : audienceHash(audience));
  if (signature !== undefined || (open && !isNobody(audience))) return caller;
  throw unauthorized(
    url,
    "This address is not signed, and nobody may call the project's MCP server by it without an API key or a token.",
    `Use an address that ${GENERATE} made. ${SEND_A_KEY} A client that signs in by itself (OAuth) finds the way in WWW-Authenticate.`,
  );
}

/** The server, limited to the part that the token or the key reaches. */
function narrowed(server: AddressedServer, { toolkits, tools }: Pick<Access, "toolkits" | "tools">): OfferedServer {
  if (!toolkits && !tools) return server;
  const toolkitSlugs = toolkits ? server.toolkits.filter((slug) => toolkits.includes(slug)) : server.toolkits;
  const reach = JSON.stringify([toolkitSlugs, tools ?? null]);
  const { allowedTools } = server;
  if (!tools) return { ...server, toolkits: toolkitSlugs, reach };
  const both = allowedTools.length === 0 ? tools : allowedTools.filter((slug) => tools.includes(slug));
  // An empty list would allow every tool.
  return { ...server, toolkits: both.length > 0 ? toolkitSlugs : [], allowedTools: both, reach };
}

/** The caller with a token: acts as the token's user, at this server only. */
async function byToken(
  server: AddressedServer,
  audience: Audience,
  { url, key = "" }: EndpointRequest,
): Promise<Endpoint> {
  const access = await findAccess(server, key);
  if (!access)
    throw unauthorized(
      url,
      "The token is unknown, expired or ended, or it is for another server.",
      "Sign in again: WWW-Authenticate says where.",
      true,
    );
  if (audience.userId !== undefined && audience.userId !== access.userId)
    throw new ApiError("Forbidden", "This token acts for a different user than the URL names.", {
      suggestedFix: "Omit user_id from the URL: the token determines the user.",
    });
  const { open: _, ...caller } = await toCaller(server, access.subject);
  const { connectedAccountIds } = audience;
  return {
    caller,
    server: narrowed(server, access),
    audience: { userId: access.userId, connectedAccountIds },
    token: key,
  };
}

/**
 * The caller with a key: acts for every user, or for those that the key is limited to.
 * @throws ApiError Forbidden for a key that is limited to other users
 */
async function byKey(server: AddressedServer, audience: Audience, caller: ProjectCaller): Promise<Endpoint> {
  const limited = limitedOf(caller);
  if (!limited) return { caller, server, audience };
  const { toolkits } = limited.reach;
  await assertAudienceInReach(limited, audience);
  return { caller, server: toolkits ? narrowed(server, { toolkits: [...toolkits] }) : server, audience };
}

/** The address with the project's user if it names nobody; a signature or a token is never for this user. */
async function withUser(server: AddressedServer, address: Address, hasToken: boolean): Promise<Address> {
  if (hasToken || address.signature !== undefined || !isNobody(address.audience)) return address;
  const userId = (await findKnownProject(server.projectId))?.mcpDefaultUser;
  return userId === undefined ? address : { ...address, audience: toAudience(userId, []) };
}

/** Whether the server signed the address. The cached server can be older than an address that was just made. */
async function fits(server: AddressedServer, audience: Audience, signature: string): Promise<boolean> {
  if (isSigned(server, audience, signature)) return true;
  const read = await readAddressedServer(server.id, audienceHash(audience));
  return read !== null && isSigned(read, audience, signature);
}

/**
 * @param clientAddress its query, as the client calls it
 * @param request the address, and the key or token of the request if it has one
 * @throws ApiError NotFound for a server that does not exist or belongs to another project than the key; Unauthorized
 *   for a key or token that is unknown, for a signature that does not fit the rest of the address, key or not, and for
 *   a call with neither key nor token where the project requires one; BadRequest for a key if nobody is named to call
 *   for
 */
export async function openEndpoint(
  serverId: string,
  clientAddress: Address,
  request: EndpointRequest,
): Promise<Endpoint> {
  const { signature } = clientAddress;
  const { url, key } = request;
  const hasToken = key !== undefined && isToken(key);
  const caller = key === undefined || hasToken ? null : await requireCaller(key, request);
  const server = await findAddressedServer(serverId, audienceHash(clientAddress.audience));
  if (!server || (caller && caller.projectId !== server.projectId)) throw unknownServer(serverId);
  if (signature !== undefined && !(await fits(server, clientAddress.audience, signature)))
    throw unauthorized(
      url,
      "The signature of this address does not fit: the address was changed, or it was ended.",
      `Make an address for this user or these accounts with ${GENERATE}.`,
    );
  const address = await withUser(server, clientAddress, hasToken);
  const { audience } = address;
  if (caller) assertNamed(audience);
  const endpoint = hasToken
    ? await byToken(server, audience, request)
    : caller
      ? await byKey(server, audience, caller)
      : { caller: await byAddress(server, address, url), server, audience };
  if (!request.isFromPage) recordMcpUse(server, audience, signature !== undefined);
  return endpoint;
}
