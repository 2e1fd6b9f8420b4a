/** The details of an event: its subject, its deliveries, its content. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useMay } from "@/components/access/use-session";
import { CopyableAccount } from "@/components/connected-accounts/account-link";
import { CodeBlock } from "@/components/parts/display/code-block";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { LinkedId } from "@/components/parts/display/linked-id";
import { JsonView } from "@/components/parts/display/json-view";
import { ClockTime, RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { BesideFacts } from "@/components/parts/lists/beside-facts";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import { DeliveryCard } from "./delivery-card";
import { toEventCurl } from "./event-curl";
import type { FilterName } from "./event-filters";
import { EventStateBadge } from "./event-state";
import { deliveredShare, eventState, shortKind, triggerHref, typeHref, type EventDetail } from "./event-words";
import { useResend } from "./send-again";
import { useReceivers } from "./use-receivers";

export const EventShape = () => (
  <div className="space-y-4">
    <Skeleton className="h-40" />
    <Skeleton className="h-24" />
  </div>
);

export function EventDetails({ event }: { event: EventDetail }) {
  const { data, original, deliveries } = event;
  return (
    <BesideFacts facts={<Facts event={event} />}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <EventStateBadge state={eventState(deliveries)} detail={deliveredShare(deliveries)} />
        <RelativeTime at={event.created_at} />
      </p>
      {data ? (
        <JsonView label="Payload" value={data} />
      ) : (
        <p className="rounded-lg border p-4 text-sm text-muted">
          The payload is no longer stored, so the event can’t be resent.
        </p>
      )}
      <Deliveries event={event} />
      {data ? (
        <>
          {original === undefined || original === null ? null : (
            <JsonView label="Raw provider payload" value={original} />
          )}
          <ByHand event={event} />
        </>
      ) : null}
    </BesideFacts>
  );
}

/** A link to the log with one filter. */
const eventsWith = (name: FilterName, value: string): string =>
  `/logs/triggers?${new URLSearchParams({ [name]: value })}`;

const When = ({ at: time }: { at: string }) => (
  <span className="inline-flex items-baseline gap-2">
    <ClockTime at={time} /> <RelativeTime at={time} />
  </span>
);

function Facts({ event }: { event: EventDetail }) {
  const { trigger_id: trigger, trigger_slug: slug, toolkit_slug: toolkit, user_id: user } = event;
  const { connected_account_id: account, deliveries } = event;
  const path = (base: string, id: string) => `${base}/${encodeURIComponent(id)}`;
  return (
    <DefinitionList
      narrow
      entries={[
        {
          name: "Delivery",
          value: <EventStateBadge state={eventState(deliveries)} detail={deliveredShare(deliveries)} />,
        },
        { name: "When", value: <When at={event.created_at} /> },
        {
          name: "Kind",
          value: <LinkedId href={eventsWith("type", shortKind(event.type))} id={shortKind(event.type)} what="kind" />,
        },
        {
          name: "Trigger type",
          value: slug && !event.sample ? <LinkedId href={typeHref(slug)} id={slug} what="trigger type" /> : slug,
        },
        {
          name: "Trigger",
          value:
            trigger && !event.sample ? (
              <LinkedId href={triggerHref(trigger)} id={trigger} what="trigger ID" />
            ) : (
              trigger
            ),
        },
        {
          name: "Toolkit",
          value: toolkit ? <LinkedId href={path("/toolkits", toolkit)} id={toolkit} what="toolkit" /> : null,
        },
        { name: "User", value: user ? <LinkedId href={path("/users", user)} id={user} what="user ID" /> : null },
        {
          name: "Account",
          value: account ? <CopyableAccount id={account} /> : null,
        },
        { name: "Size", value: <span className="font-mono text-xs">{toSize(event.bytes)}</span> },
        { name: "Event ID", value: <CopyableId id={event.id} what="event ID" /> },
      ]}
    />
  );
}

function Deliveries({ event }: { event: EventDetail }) {
  const receivers = useReceivers().data?.items ?? [];
  const { resend, pending } = useResend(event.id);
  const may = useMay("webhooks:write");
  return (
    <section aria-label="Deliveries">
      <h3 className="mb-2 text-sm font-medium">Deliveries</h3>
      {event.deliveries.length === 0 ? (
        <p className="rounded-lg border p-4 text-sm text-muted">
          No endpoint was subscribed to this event.{" "}
          <Link href="/settings/webhooks" className="rounded-sm text-ink underline underline-offset-4">
            Webhook settings
          </Link>
        </p>
      ) : (
        <ul className="space-y-3">
          {event.deliveries.toReversed().map((delivery) => {
            const receiver = receivers.find(({ id }) => id === delivery.subscription_id);
            const can = may && !pending && event.data !== null && receiver !== undefined && !receiver.disabled_at;
            return (
              <DeliveryCard
                key={delivery.id}
                delivery={delivery}
                receiver={receiver}
                onResend={can ? () => resend(delivery.subscription_id) : undefined}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Repeats the request from a terminal: loaded on demand, in the version that its receiver got. */
function ByHand({ event }: { event: EventDetail }) {
  const [isRequested, setWanted] = useState(false);
  const attempt = event.deliveries.flatMap(({ log }) => log).at(-1);
  const version = (["V1", "V2"] as const).find(
    (candidate) => candidate === attempt?.request_headers["x-composio-webhook-version"],
  );
  const messageQuery = useQuery({
    ...query(eventsApi.getEvent, { params: { id: event.id }, query: { version: version ?? "V3" } }),
    enabled: isRequested && version !== undefined,
  });
  if (!isRequested)
    return (
      <Button variant="outline" onClick={() => setWanted(true)}>
        Show as curl
      </Button>
    );
  const message = version === undefined ? event.message : messageQuery.data?.message;
  const block: ReactNode = message ? (
    <CodeBlock
      label="curl"
      language="shell"
      code={toEventCurl({
        id: event.id,
        url: attempt?.url ?? "http://localhost:3001/hook",
        version: version ?? "V3",
        message,
      })}
    />
  ) : (
    <Skeleton className="h-24" />
  );
  return (
    <div className="space-y-2">
      <p className="text-xs text-muted">
        Put the endpoint’s secret in <code className="font-mono">WEBHOOK_SECRET</code>to sign the request like a
        delivery.
      </p>
      {block}
    </div>
  );
}
