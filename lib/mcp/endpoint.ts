/** Who may call a server's MCP endpoint: a key of its project, or whoever knows its address where the project asks for no key. */
import { findCallerByApiKey } from "@/lib/access/api-keys";
import type { ProjectCaller } from "@/lib/access/caller";
import { toSettings } from "@/lib/access/project-config";
import { requireProject } from "@/lib/access/projects";
import { ApiError } from "@/lib/kernel/errors";
import { findAddressedServer, type McpServer, unknownServer } from "./servers";

export type Endpoint = { caller: ProjectCaller; server: McpServer };

const HEADERS = { "www-authenticate": "Bearer" };
const WITH_A_KEY = "Send a key of the server's project in the header x-api-key, or as Authorization: Bearer.";

/** Counted and limited like a key of its own. */
const keyless = (server: McpServer) => ({ kind: "apiKey" as const, keyId: `mcp:${server.id}` });

/**
 * @param key of the request, where it has one
 * @throws ApiError NotFound for a server that is not there or belongs to another project than the key; Unauthorized for a
 *   key that is unknown, and for none where the project asks for one
 */
export async function openEndpoint(serverId: string, key: string | undefined): Promise<Endpoint> {
  const caller = key === undefined ? null : await findCallerByApiKey(key);
  if (key !== undefined && !caller)
    throw new ApiError("Unauthorized", "The API key is unknown, expired or revoked.", {
      suggestedFix: WITH_A_KEY,
      headers: HEADERS,
    });
  const server = await findAddressedServer(serverId);
  if (!server || (caller && caller.projectId !== server.projectId)) throw unknownServer(serverId);
  if (caller) return { caller, server };
  const { organizationId, config } = await requireProject(server.projectId).catch((error: unknown) => {
    throw error instanceof ApiError && error.kind === "NotFound" ? unknownServer(serverId) : error;
  });
  if (config.requireMcpApiKey)
    throw new ApiError("Unauthorized", "The project of this MCP server lets nobody call it without an API key.", {
      suggestedFix: WITH_A_KEY,
      headers: HEADERS,
    });
  return {
    caller: {
      kind: "project",
      organizationId,
      projectId: server.projectId,
      settings: toSettings(config),
      by: keyless(server),
    },
    server,
  };
}
