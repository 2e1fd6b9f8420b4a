/** Making an MCP server. */
import type { Metadata } from "next";
import { McpWizard } from "@/components/mcp/wizard/mcp-wizard";
import { PageHeader } from "@/components/parts/page-header";

export const metadata: Metadata = { title: "Create MCP server" };

export default function NewMcpServerPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Create MCP server"
        description="Choose the tools, say how people sign in, and give the first user an address."
      />
      <McpWizard />
    </div>
  );
}
