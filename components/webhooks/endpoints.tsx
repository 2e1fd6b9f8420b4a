/**
 * The addresses at which providers report for a whole app (Slack, HubSpot): made once an app, with the secret that
 * proves a report.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { query, type ResultOf } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";

const EndpointWindow = dynamic(() => import("./endpoint-window").then(({ EndpointWindow }) => EndpointWindow), {
  ssr: false,
});
const CreateEndpoint = dynamic(() => import("./create-endpoint").then(({ CreateEndpoint }) => CreateEndpoint), {
  ssr: false,
});

type Endpoint = ResultOf<typeof triggersApi.listWebhookEndpoints>["items"][number];

/** `open`: for members who may see the URL of an endpoint. */
const toColumns = (open: ((id: string) => void) | undefined): Column<Endpoint>[] => [
  {
    heading: "App",
    className: "w-full max-w-0 min-w-36",
    cell: ({ id, toolkit_slug: toolkit, client_id: client }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ToolkitLogo slug={toolkit} className="size-7" />
        <span className="min-w-0 flex-1">
          {open ? (
            <button
              type="button"
              onClick={() => open(id)}
              className="block max-w-full truncate rounded-sm text-left font-medium hover:underline"
            >
              <ToolkitName slug={toolkit} />
            </button>
          ) : (
            <span className="block truncate font-medium">
              <ToolkitName slug={toolkit} />
            </span>
          )}
          <span className="block truncate font-mono text-xs text-muted" title={client ?? undefined}>
            {client}
          </span>
        </span>
      </span>
    ),
  },
  {
    heading: "Endpoint",
    wide: "md",
    cell: ({ id }) => <code className="block max-w-56 truncate font-mono text-xs">{id}</code>,
  },
];

export function Endpoints() {
  const [openId, setOpened] = useState<string | null>(null);
  const [creating, setCreating] = useState(false);
  const may = useMay("webhooks:write");
  const columns = toColumns(may ? setOpened : undefined);
  const endpoints = useQuery(query(triggersApi.listWebhookEndpoints, { query: {} }));
  const create = may ? (
    <Button variant="outline" aria-haspopup="dialog" onClick={() => setCreating(true)}>
      Create endpoint
    </Button>
  ) : null;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="mr-auto max-w-3xl text-sm text-muted">
          Some providers send all events of an app to one URL, which you enter at the provider.
          {may
            ? null
            : " Only shown to members who can edit webhooks: anyone with a URL can send events as the provider."}
        </p>
        {endpoints.data?.items.length ? create : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={endpoints}
          what="the endpoints"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState Icon={Inbox} title="No endpoints yet" guide="triggers-and-webhooks/triggers" action={create}>
              Only some toolkits need this, such as Slack and HubSpot. The trigger type’s page tells you; for others,
              hooks are created automatically.
            </EmptyState>
          }
        >
          {({ items }) => (
            <DataTable
              caption="Provider endpoints, oldest first"
              columns={columns}
              rows={items}
              rowKey={({ id, toolkit_slug: toolkit, client_id: client }) => `${id} ${toolkit} ${client}`}
              {...(may && { onOpen: ({ id }: Endpoint) => setOpened(id) })}
            />
          )}
        </QueryView>
      </div>
      {creating ? (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onMade={(id) => {
            setCreating(false);
            setOpened(id);
          }}
        />
      ) : null}
      {openId ? <EndpointWindow id={openId} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
