/** An MCP server as a person is told about it before a client may use it. */
import { findToolkit } from "@/lib/catalog/read/toolkits";
import type { ServerFacts } from "@/lib/oauth-server/authorize-request";
import { findAddressedServer } from "./known-servers";
import { findFirstTools } from "./server-tools";

/** So many tools of a server are read; of one with more, the page tells those. */
const MOST_TOOLS = 2_000;

/** The server with its tools, by toolkit; null for an unknown one. */
export async function describeServer(id: string): Promise<ServerFacts | null> {
  const server = await findAddressedServer(id, "");
  if (!server) return null;
  const { projectId, name } = server;
  const tools = await findFirstTools(projectId, server, MOST_TOOLS);
  const toolkits = await Promise.all(
    server.toolkits.map(async (slug) => ({
      slug,
      name: (await findToolkit(projectId, slug))?.name ?? slug,
      tools: tools
        .filter(({ toolkitSlug }) => toolkitSlug === slug)
        .map((tool) => ({ slug: tool.slug, name: tool.name })),
    })),
  );
  return { id, projectId, name, toolkits: toolkits.filter((toolkit) => toolkit.tools.length > 0) };
}
