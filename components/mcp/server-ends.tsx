/** Ending all addresses of a server, and deleting it. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { mutation } from "@/lib/contract/client";
import { mcpAddressesApi } from "@/generated/addresses/mcp/addresses";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import type { Server } from "./mcp-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function ServerEnds({ server }: { server: Server }) {
  const [pendingAction, setAsking] = useState<"end" | "delete" | null>(null);
  const router = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  const { listMcpServersWithUse, getMcpServerWithUse } = listedMcpServersApi;
  const end = useMutation(
    mutation(mcpAddressesApi.endMcpAddresses, client, {
      refresh: [mcpAddressesApi.listMcpAddresses, listMcpServersWithUse, getMcpServerWithUse],
    }),
  );
  const remove = useMutation(mutation(mcpApi.deleteMcpServer, client, { refresh: [listMcpServersWithUse] }));
  const close = () => setAsking(null);
  const params = { params: { id: server.id } };
  const onEnded = () => {
    toast("All URLs revoked");
    close();
  };
  return (
    <div className="divide-y rounded-lg border">
      <Deed title="Revoke all URLs" text="Every client loses access immediately. You can create new URLs later.">
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking("end")}>
          Revoke all URLs
        </Button>
      </Deed>
      <Deed title="Delete" text="Its URLs stop working. Accounts, auth configs and logs stay.">
        <Button variant="outline" className="text-danger" aria-haspopup="dialog" onClick={() => setAsking("delete")}>
          Delete MCP server
        </Button>
      </Deed>
      {pendingAction === "end" ? (
        <ConfirmDialog
          onClose={close}
          title={`Revoke all URLs of “${server.name}”?`}
          consequence="Every client using one loses access immediately. This cannot be undone."
          action="Revoke all URLs"
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(params, { onSuccess: onEnded })}
        />
      ) : null}
      {pendingAction === "delete" ? (
        <ConfirmDialog
          onClose={close}
          title={`Delete “${server.name}”?`}
          consequence="Every client using it loses access immediately. This cannot be undone."
          action="Delete MCP server"
          typed={server.name}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(params, { onSuccess: () => router.replace("/mcp") })}
        />
      ) : null}
    </div>
  );
}

function Deed({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-base font-medium">{title}</h2>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
