/** The URL of an MCP server at which people sign in, and what each client needs. */
"use client";
import { ClientSetup } from "@/components/mcp/client-setup";
import { CopyableUrl } from "@/components/mcp/copyable-url";
import { toMcpPrompt } from "./mcp-prompt";
import { SetupPromptButton } from "./setup-prompt-button";

export const OAuthSetup = ({ name, url }: { name: string; url: string }) => (
  <div className="min-w-0 space-y-4">
    <CopyableUrl url={url} label="MCP server URL" />
    <ClientSetup name={name} address={url} auth="oauth" />
    <SetupPromptButton auth="oauth" prompt={toMcpPrompt(name, url, window.location.origin, false)} />
  </div>
);
