/** Counts MCP servers that anybody who knows their id can call, for any user. */
import { requireProject } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";

/**
 * The number of the project's servers if it requires neither a key nor a signature; otherwise 0.
 * @throws ApiError NotFound for an unknown project
 */
export async function countOpenServers(projectId: string): Promise<number> {
  const { config } = await requireProject(projectId);
  return config.requireMcpApiKey ? 0 : db.mcpServer.count({ where: { projectId } });
}
