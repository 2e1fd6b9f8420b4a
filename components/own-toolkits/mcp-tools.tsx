/** The tools of an MCP server: what agents see, and what waits until a person has decided about it. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Cable } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import { call, query } from "@/lib/contract/client";
import { toolWords, type OwnToolkit } from "./draft";
import { isWaiting, toDecision, type McpTool } from "./mcp-tool";
import { McpToolCard, type Decide } from "./mcp-tool-card";
import { refreshToolkits } from "./refresh-toolkits";
import { ServerReading } from "./server-reading";
import { SyncServer } from "./sync-server";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export function McpTools({ toolkit }: { toolkit: OwnToolkit }) {
  const { slug, url } = toolkit;
  const tools = useQuery(query(customToolkitsApi.listOwnMcpTools, { params: { slug } }));
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-80 text-sm text-muted">
          Agents only see approved versions of tools. Tools are refreshed daily; new and changed ones wait here.{" "}
          <span className="font-mono text-xs wrap-anywhere">{url}</span>
        </p>
        <SyncServer slug={slug} />
      </div>
      {tools.data ? <ServerReading reading={tools.data.reading} /> : null}
      <QueryView
        query={tools}
        what="the tools"
        skeleton={<Skeleton className="h-72" />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState Icon={Cable} title="No tools yet" guide="own-toolkits/mcp-servers">
            Servers without sign-in are read immediately; others once the first user connects.
          </EmptyState>
        }
      >
        {({ items }) => <Review slug={slug} tools={items} />}
      </QueryView>
    </div>
  );
}

/** Details of more tools are opened by hand. */
const MOST_OPEN = 20;

function Review({ slug, tools }: { slug: string; tools: readonly McpTool[] }) {
  const mayChange = useMay("toolkits:write");
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const toast = useToast();
  const decision = useMutation({
    mutationFn: async ({ items, choice }: { items: readonly McpTool[]; choice: "approve" | "reject" }) => {
      const input = { params: { slug }, body: { tools: toDecision(items) } };
      await (choice === "approve"
        ? call(customToolkitsApi.approveOwnMcpTools, input)
        : call(customToolkitsApi.rejectOwnMcpTools, input));
    },
    onSuccess: (_, { items, choice }) => {
      const [first] = items;
      const what = first && items.length === 1 ? first.name : toolWords(items.length);
      toast(`${what} ${choice === "approve" ? "approved" : "rejected"}`);
      setAsking(false);
    },
    // A refusal means that the server offers something else now, which is then shown.
    onSettled: () => refreshToolkits(client),
  });
  const decide: Decide = (items, choice) => decision.mutate({ items, choice });
  const waiting = tools.filter(isWaiting);
  const marked = waiting.filter(({ marks }) => marks.length > 0).length;
  const groups = [
    { title: "Waiting for a decision", items: waiting },
    { title: "Rejected", items: tools.filter(({ state }) => state === "rejected") },
    { title: "As approved", items: tools.filter(({ state }) => state === "served") },
  ];
  return (
    <>
      {waiting.length > 0 ? (
        <Alert tone="warning" title={`${toolWords(waiting.length)} waiting for review`}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>Agents don’t see these changes until you approve them.</p>
            {mayChange && waiting.length > 1 ? (
              <Button variant="outline" disabled={decision.isPending} onClick={() => setAsking(true)}>
                Approve all
              </Button>
            ) : null}
          </div>
        </Alert>
      ) : null}
      {decision.error && !isAsking ? <ErrorState title="Couldn’t save the decision" error={decision.error} /> : null}
      {groups.map(({ title, items }) =>
        items.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h2 className="mb-2 text-sm font-semibold">
              {title} <span className="font-normal text-muted">{items.length.toLocaleString("en")}</span>
            </h2>
            <ul className="rounded-lg border">
              {items.map((tool) => (
                <McpToolCard
                  key={`${tool.name} ${tool.state} ${tool.offered_hash}`}
                  tool={tool}
                  decide={mayChange ? decide : null}
                  pending={decision.isPending}
                  isFirstOpen={isWaiting(tool) && waiting.length <= MOST_OPEN}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      {isAsking ? (
        <ConfirmDialog
          title={`Approve ${toolWords(waiting.length)}?`}
          consequence={
            "Agents get them immediately, as the server currently offers them." +
            (marked > 0 ? ` ${toolWords(marked)} contain text directed at the model.` : "")
          }
          action={`Approve ${toolWords(waiting.length)}`}
          pending={decision.isPending}
          error={decision.error}
          onClose={() => setAsking(false)}
          onConfirm={() => decide(waiting, "approve")}
        />
      ) : null}
    </>
  );
}
