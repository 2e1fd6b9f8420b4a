/** A URL for MCP clients: of a session, or of an MCP server of the project. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { ClientSetup } from "@/components/mcp/client-setup";
import { CopyableUrl } from "@/components/mcp/copyable-url";
import { WhenCopied } from "@/components/parts/display/copy-button";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { sessionApi } from "@/generated/addresses/sessions";
import { query } from "@/lib/contract/client";
import { OAuthSetup } from "./oauth-setup";
import { SetupPromptButton } from "./setup-prompt-button";
import { toMcpPrompt } from "./mcp-prompt";

const MOST_SERVERS = 50;

const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-80" />
  </div>
);

const nothing = (): void => undefined;

/** Copying a URL here does not save a key that a window around it shows. */
export const McpPart = ({ session }: { session?: string }) => (
  <WhenCopied value={nothing}>{session ? <SessionUrl session={session} /> : <ServerUrl />}</WhenCopied>
);

function SessionUrl({ session }: { session: string }) {
  const detail = useQuery(query(sessionApi.getAgentSession, { params: { session_id: session } }));
  return (
    <QueryView query={detail} what="this session" skeleton={<Shape />}>
      {({ mcp }) => (
        <div className="min-w-0 space-y-4">
          <CopyableUrl url={mcp.url} label="MCP URL of this session" />
          <p className="text-sm text-muted">
            It works with an API key in the header <code className="font-mono text-xs">x-api-key</code>.
          </p>
          <ClientSetup name="patchbay-session" address={mcp.url} auth="key" />
          <SetupPromptButton prompt={toMcpPrompt("patchbay-session", mcp.url, window.location.origin, true)} />
        </div>
      )}
    </QueryView>
  );
}

function ServerUrl() {
  const servers = useQuery(query(listedMcpServersApi.listMcpServersWithUse, { query: { limit: MOST_SERVERS } }));
  return (
    <QueryView query={servers} what="MCP servers" skeleton={<Shape />}>
      {({ items }) => (items.length > 0 ? <ChosenServer servers={items} /> : <NoServer />)}
    </QueryView>
  );
}

/** More apps than these are not chosen in advance: clients work better with fewer tools. */
const MOST_APPS = 3;

function NoServer() {
  const connected = [...(useConnectedToolkits() ?? [])].slice(0, MOST_APPS);
  const href = connected.length > 0 ? `/mcp/new?toolkits=${connected.map(encodeURIComponent).join(",")}` : "/mcp/new";
  return (
    <div className="space-y-3 rounded-lg border p-4">
      <p className="text-sm">
        Claude, ChatGPT, Cursor, VS Code and other MCP clients need an MCP server: a URL with the tools you choose.
      </p>
      <Button asChild>
        <Link href={href}>Create MCP server</Link>
      </Button>
    </div>
  );
}

function ChosenServer({ servers }: { servers: readonly { id: string; name: string }[] }) {
  const [id, setId] = useState(servers[0]?.id ?? "");
  return (
    <div className="min-w-0 space-y-4">
      <Field label="MCP server">
        {(wiring) => (
          <Select {...wiring} value={id} onChange={(event) => setId(event.currentTarget.value)} className="max-w-80">
            {servers.map((server) => (
              <option key={server.id} value={server.id}>
                {server.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ServerSetup key={id} id={id} />
    </div>
  );
}

function ServerSetup({ id }: { id: string }) {
  const server = useQuery(query(mcpApi.getMcpServer, { params: { id } }));
  return (
    <QueryView query={server} what="this MCP server" skeleton={<Shape />}>
      {({ name, mcp_url: url }) => <OAuthSetup name={name} url={url} />}
    </QueryView>
  );
}
