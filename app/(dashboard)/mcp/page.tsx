/** The MCP servers of the project. */
import type { Metadata } from "next";
import { McpServers, NewMcpServer } from "@/components/mcp/mcp-servers";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "MCP servers" };

export default function McpServersPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="MCP servers"
        description="An MCP server offers the tools you choose to MCP clients, at one address for each of your users."
      >
        <NewMcpServer />
      </PageHeader>
      <McpServers />
    </div>
  );
}
