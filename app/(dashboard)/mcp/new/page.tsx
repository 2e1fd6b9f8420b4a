/** Making an MCP server. */
import type { Metadata } from "next";
import { McpWizard } from "@/components/mcp/wizard/mcp-wizard";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Create MCP server" };

export default function NewMcpServerPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Create MCP server"
        description="Choose the tools and how people sign in, then get an address for the first user."
      />
      <McpWizard />
    </div>
  );
}
