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
        description="Choose tools and sign-in, then get a URL for your first user."
      />
      <McpWizard />
    </div>
  );
}
