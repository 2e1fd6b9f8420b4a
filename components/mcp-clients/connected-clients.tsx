/** The clients that a person allowed to use an MCP server, and a way to disconnect them. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { mutation, pages, type ResultOf } from "@/lib/contract/client";
import { mcpClientsApi } from "@/generated/addresses/oauth-server/clients";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type Client = ResultOf<typeof mcpClientsApi.listMcpClients>["items"][number];

const ALLOWED_BY = { member: "A member", end_user: "The user", machine: "A project API key" } as const;

/** The toolkits and tools of the server that the client may use. */
function reachOf({ toolkits, tools }: Client): string {
  if (tools.length > 0) return countOf(tools.length, "tool");
  return toolkits.length > 0 ? toolkits.join(", ") : "All tools";
}

const toColumns = (end: ((client: Client) => void) | null): Column<Client>[] => [
  {
    heading: "Client",
    className: "w-full max-w-0 min-w-28",
    cell: ({ name, server_name: server }) => (
      <>
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-muted" title={server}>
          {server}
        </span>
      </>
    ),
  },
  {
    heading: "Acts as",
    className: "max-w-32 sm:max-w-48",
    cell: ({ user_id: user }) => (
      <code className="block truncate font-mono text-xs" title={user}>
        {user}
      </code>
    ),
  },
  {
    heading: "Can use",
    wide: "md",
    className: "max-w-48 truncate",
    cell: (client) => <span title={reachOf(client)}>{reachOf(client)}</span>,
  },
  { heading: "Approved by", wide: "lg", cell: (client) => ALLOWED_BY[client.granted_as] },
  { heading: "Approved", wide: "lg", cell: (client) => <RelativeTime at={client.created_at} /> },
  {
    heading: "Last used",
    wide: "md",
    cell: ({ last_used_at: time }) => (time ? <RelativeTime at={time} /> : <span className="text-muted">Never</span>),
  },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (client) =>
      end ? (
        <Button
          variant="outline"
          aria-label={`Revoke ${client.name} for ${client.user_id}`}
          onClick={() => end(client)}
        >
          Revoke
        </Button>
      ) : null,
  },
];

/** @param server lists only its clients; without it, the clients of all servers */
export function ConnectedClients({ server }: { server?: string }) {
  const clients = useInfiniteQuery(
    pages(mcpClientsApi.listMcpClients, { query: { limit: 50, ...(server && { mcp_server_id: server }) } }),
  );
  const [ending, setEnding] = useState<Client | null>(null);
  const columns = toColumns(useMay("mcp_servers:write") ? setEnding : null);
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={clients}
        what="connected clients"
        skeleton={<TableSkeleton columns={columns} rows={5} />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={
          <EmptyState Icon={Plug} title="No connected clients yet" guide="mcp/mcp-servers">
            Add an MCP server’s OAuth URL to a client. The client then opens a page where a member or one of your users
            approves it.
          </EmptyState>
        }
      >
        {({ pages }) => (
          <DataTable
            caption="Connected clients, newest first"
            columns={columns}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
          />
        )}
      </QueryView>
      {ending ? <EndDialog client={ending} onClose={() => setEnding(null)} /> : null}
    </div>
  );
}

function EndDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const end = useMutation(
    mutation(mcpClientsApi.revokeMcpClient, useQueryClient(), { refresh: [mcpClientsApi.listMcpClients] }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke access for “${client.name}”?`}
      consequence={
        client.granted_as === "machine"
          ? "Its tokens and secret stop working immediately. You can create another client."
          : "Its tokens stop working immediately. It can request access again."
      }
      action="Revoke access"
      pending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({ params: { id: client.id } }, { onSuccess: onClose })}
    />
  );
}
