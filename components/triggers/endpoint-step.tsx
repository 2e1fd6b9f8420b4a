/** The setup at the provider before the first trigger: an endpoint of the app, and its URL to enter there. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import type { TriggerType } from "./trigger-words";

const CreateEndpoint = dynamic(
  () => import("@/components/webhooks/create-endpoint").then(({ CreateEndpoint }) => CreateEndpoint),
  { ssr: false },
);
const EndpointWindow = dynamic(
  () => import("@/components/webhooks/endpoint-window").then(({ EndpointWindow }) => EndpointWindow),
  { ssr: false },
);

export function EndpointStep({ type }: { type: TriggerType }) {
  const { slug, name } = type.toolkit;
  const [creating, setCreating] = useState(false);
  const [openId, setOpened] = useState<string | null>(null);
  const endpoints = useQuery(query(triggersApi.listWebhookEndpoints, { query: { toolkit_slug: slug } }));
  return (
    <fieldset>
      <legend className="mb-3 text-base font-semibold">At {name}, once per app</legend>
      <div className="space-y-3 rounded-lg border p-3">
        <p className="text-sm text-muted">{type.instructions}</p>
        <QueryView query={endpoints} what="the endpoints" skeleton={<Skeleton className="h-8" />}>
          {({ items }) => (
            <ul className="space-y-2">
              {items.map(({ id, client_id: client }) => (
                <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
                  <CircleCheck aria-hidden className="size-4 text-green" />
                  <span className="min-w-0 flex-1 truncate font-mono text-xs">{client}</span>
                  <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpened(id)}>
                    URL and secret
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          {endpoints.data?.items.length ? "Create endpoint for another app" : "Create endpoint"}
        </Button>
      </div>
      {creating ? (
        <CreateEndpoint
          toolkit={slug}
          onClose={() => setCreating(false)}
          onMade={(id) => {
            setCreating(false);
            setOpened(id);
          }}
        />
      ) : null}
      {openId ? <EndpointWindow id={openId} onClose={() => setOpened(null)} /> : null}
    </fieldset>
  );
}
