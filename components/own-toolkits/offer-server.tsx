/** An address without a document is asked whether it is an MCP server, which becomes a toolkit with one form. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import { query } from "@/lib/contract/client";
import { MarkList } from "./mark-list";
import type { Probe } from "./server-draft";
import { ServerForm } from "./server-form";

type OfferServerProps = {
  url: string;
  onDone: () => void;
  /** The preview of the address, or its failure. */
  children: ReactNode;
};

export function OfferServer({ url, onDone, children }: OfferServerProps) {
  const probe = useQuery({
    ...query(customToolkitsApi.probeMcpServer, { body: { url } }),
    retry: false,
    staleTime: 60_000,
  });
  const [isWanted, setWanted] = useState(false);
  if (probe.isPending)
    return (
      <div aria-busy="true">
        <p role="status" className="mb-3 text-sm text-muted">
          Checking whether this URL is an MCP server
        </p>
        <Skeleton className="h-72" />
      </div>
    );
  const state = probe.data?.state ?? "none";
  if (state === "none" && !isWanted)
    return (
      <>
        {children}
        <div className="flex flex-wrap items-center gap-3 rounded-lg border p-4 text-sm">
          <p className="min-w-0 flex-1 basis-60 text-muted">
            No MCP server responded at this URL either. If you know it is one, add it as one.
          </p>
          <Button variant="outline" onClick={() => setWanted(true)}>
            <Server aria-hidden /> Add as an MCP server
          </Button>
        </div>
      </>
    );
  return (
    <section aria-labelledby="mcp-server" className="space-y-5 rounded-lg border p-4">
      <div>
        <h2 id="mcp-server" className="text-base font-semibold">
          MCP server
        </h2>
        <p className="font-mono text-xs text-muted wrap-anywhere">{url}</p>
      </div>
      <Findings probe={probe.data} state={state} />
      <ServerForm url={url} probe={probe.data} onDone={onDone} />
      {probe.data && state === "open" ? <OfferedTools tools={probe.data.tools} /> : null}
    </section>
  );
}

function Findings({ probe, state }: { probe: Probe | undefined; state: Probe["state"] }) {
  if (state === "open") return null;
  if (state === "none")
    return (
      <Alert tone="warning" title="The server didn’t list its tools">
        {probe?.problem ?? "It didn’t respond."} Its tools are read once it does.
      </Alert>
    );
  return (
    <Alert tone="info" title="The URL requires sign-in">
      If it’s an MCP server, its tools are read with the first connected user’s account.
    </Alert>
  );
}

function OfferedTools({ tools }: Pick<Probe, "tools">) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">{countOf(tools.length, "tool")}</h3>
      <ul
        aria-label="Tools of the server"
        tabIndex={0}
        className="max-h-96 overflow-y-auto rounded-lg border empty:hidden"
      >
        {tools.map(({ name, description, marks }) => (
          <li key={name} className="space-y-2 border-t p-3 text-sm first:border-t-0">
            <p className="font-mono text-xs wrap-anywhere">{name}</p>
            {description ? <p className="line-clamp-3 text-xs text-muted wrap-anywhere">{description}</p> : null}
            <MarkList marks={marks} />
          </li>
        ))}
      </ul>
    </div>
  );
}
