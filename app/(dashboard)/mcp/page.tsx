/** The MCP servers of the project. */
import type { Metadata } from "next";
import { McpServers, NewMcpServer, ServerTotal } from "@/components/mcp/mcp-servers";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "MCP servers" };

export default function McpServersPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="MCP servers"
        total={<ServerTotal />}
        description="Give MCP clients a set of tools, with a separate URL for each user."
      >
        <NewMcpServer />
      </PageHeader>
      <McpServers />
    </div>
  );
}
