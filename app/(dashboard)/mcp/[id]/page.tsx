/** One MCP server. */
import type { Metadata } from "next";
import { McpServerDetail } from "@/components/mcp/mcp-server-detail";

export const metadata: Metadata = { title: "MCP server" };

export default async function McpServerPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <div className="mx-auto max-w-[1280px]">
      <McpServerDetail id={decodeURIComponent((await params).id)} />
    </div>
  );
}
