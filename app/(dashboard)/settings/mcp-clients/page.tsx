/** The programs that use the project's MCP servers by a token, and the identity proofs of the project's users. */
import type { Metadata } from "next";
import { ConnectedClients } from "@/components/mcp-clients/connected-clients";
import { SignInSettings } from "@/components/mcp-clients/sign-in-settings";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Section } from "@/components/parts/display/section";

export const metadata: Metadata = { title: "MCP clients" };

export default function McpClientsPage() {
  return (
    <div className="mx-auto max-w-[1280px] space-y-8">
      <PageHeader
        title="MCP clients"
        description="Programs that can use your MCP servers, and how your users sign in to them."
      />
      <Section title="Connected clients">
        <ConnectedClients />
      </Section>
      <Section title="How your users sign in">
        <SignInSettings />
      </Section>
    </div>
  );
}
