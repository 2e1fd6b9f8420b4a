/** Describes an MCP server to a person before a client may use it. */
import { findKnownProject } from "@/lib/access/projects/known-project";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ServerFacts } from "@/lib/oauth-server/authorize-request";
import { findAddressedServer } from "./addressed-server";
import { describeToolkits } from "../tools/server-tools";

/** Limit of tool names for each toolkit: nobody reads more. */
const MOST_NAMES = 200;

/**
 * The server with its tools, by toolkit; null for an unknown server. Contains every toolkit that has tools, even if
 * other toolkits are large.
 */
export async function describeServer(id: string): Promise<ServerFacts | null> {
  const server = await findAddressedServer(id, "");
  if (!server || !(await findKnownProject(server.projectId))) return null;
  const { projectId, name } = server;
  const offers = (await describeToolkits(projectId, server, MOST_NAMES)).filter(({ count }) => count > 0);
  const toolkits = await Promise.all(
    offers.map(async ({ toolkit: slug, count, first }) => ({
      slug,
      name: (await findToolkit(projectId, slug))?.name ?? slug,
      count,
      first: first.map((tool) => ({ slug: tool.slug, name: tool.name })),
    })),
  );
  return { id, projectId, name, toolkits };
}
