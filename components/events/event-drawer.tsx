/** A full event, over the list: its subject, every attempt to deliver it, and its actions. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Forward, RotateCw, Send } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { QueryView } from "@/components/parts/display/query-view";
import { RowDrawer, type InList } from "@/components/parts/lists/row-drawer";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { query } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import { EventDetails, EventShape } from "./event-details";
import { eventName, isUnsettled, type EventDetail } from "./event-words";
import { ReplayWindow, ResendWindow, useResend } from "./send-again";

/** While something is on its way, its next attempt is looked for this often. */
const EVERY_MS = 1_500;

/** Open while it is rendered. */
export function EventDrawer({ id, ...list }: InList) {
  const event = useQuery({
    ...query(eventsApi.getEvent, { params: { id }, query: {} }),
    refetchInterval: ({ state }) => (state.data && isUnsettled(state.data) ? EVERY_MS : false),
  });
  return (
    <RowDrawer
      title={event.data ? eventName(event.data) : "Event"}
      what="event"
      id={id}
      {...list}
      actions={event.data?.data ? <Actions key={id} event={event.data} /> : null}
    >
      <QueryView query={event} what="this event" skeleton={<EventShape />}>
        {(eventDetail) => <EventDetails key={eventDetail.id} event={eventDetail} />}
      </QueryView>
    </RowDrawer>
  );
}

/** Only for an event whose payload is still there. */
function Actions({ event }: { event: EventDetail }) {
  const [windowKind, setAsking] = useState<"receiver" | "replay" | null>(null);
  const { resend, pending } = useResend(event.id);
  const close = () => setAsking(null);
  if (!useMay("webhooks:write")) return null;
  const went = event.deliveries.some(({ kind }) => kind !== "replay");
  return (
    <span className="ml-auto flex items-center gap-1">
      <Button variant="outline" disabled={pending} onClick={() => (went ? resend() : setAsking("receiver"))}>
        {went ? <RotateCw aria-hidden /> : <Send aria-hidden />} {went ? "Resend" : "Send to endpoint"}
      </Button>
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label="More ways to send" title="More ways to send">
            <Ellipsis aria-hidden />
          </Button>
        }
        sections={[
          {
            key: "send",
            items: [
              { key: "receiver", label: "Send to endpoint…", Icon: Send, onSelect: () => setAsking("receiver") },
              {
                key: "replay",
                label: "Replay to another URL…",
                Icon: Forward,
                onSelect: () => setAsking("replay"),
              },
            ],
          },
        ]}
      />
      {windowKind === "receiver" ? <ResendWindow event={event} onClose={close} /> : null}
      {windowKind === "replay" ? <ReplayWindow event={event} onClose={close} /> : null}
    </span>
  );
}
