/** One event in full, over the list: what it is about, every attempt to deliver it, and what can be done with it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Ellipsis, Forward, RotateCw, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { QueryView } from "@/components/parts/query-view";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { Sheet } from "@/components/ui/sheet";
import { query } from "@/lib/contract/client";
import { eventsApi } from "@/lib/webhooks/log/contract";
import { EventDetails, EventShape } from "./event-details";
import { eventName, isUnsettled, type EventDetail } from "./event-words";
import { ReplayWindow, ResendWindow, useResend } from "./send-again";

type EventDrawerProps = {
  id: string;
  /** The rows of the list behind, newest first; arrow keys move among them. */
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
};

/** While something is on its way, its next attempt is looked for this often. */
const EVERY_MS = 1_500;

/** Open as long as it is drawn. */
export function EventDrawer({ id, ids, onMove, onClose }: EventDrawerProps) {
  const at = ids.indexOf(id);
  const newer = at > 0 ? ids[at - 1] : undefined;
  const older = at >= 0 ? ids[at + 1] : undefined;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = { ArrowUp: newer, ArrowDown: older }[event.key];
      // a tree that scrolls keeps its arrow keys, and so does a field or a menu
      if (
        !next ||
        (event.target instanceof Element && event.target.closest("[role=group], input, select, [role=menu]"))
      )
        return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [newer, older, onMove]);
  const event = useQuery({
    ...query(eventsApi.getEvent, { params: { id }, query: {} }),
    refetchInterval: ({ state }) => (state.data && isUnsettled(state.data) ? EVERY_MS : false),
  });
  return (
    <Sheet onClose={onClose} side="right" title={event.data ? eventName(event.data) : "Event"}>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Newer event"
          title="Newer (arrow up)"
          aria-disabled={!newer}
          onClick={() => newer && onMove(newer)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Older event"
          title="Older (arrow down)"
          aria-disabled={!older}
          onClick={() => older && onMove(older)}
        >
          <ChevronDown aria-hidden />
        </Button>
        {event.data?.data ? <Actions key={id} event={event.data} /> : null}
      </div>
      <div className="flex-1 overflow-y-auto p-5">
        <QueryView query={event} what="this event" skeleton={<EventShape />}>
          {(found) => <EventDetails key={found.id} event={found} />}
        </QueryView>
      </div>
    </Sheet>
  );
}

/** Only for an event whose payload is still there. */
function Actions({ event }: { event: EventDetail }) {
  const [asking, setAsking] = useState<"receiver" | "replay" | null>(null);
  const { resend, pending } = useResend(event.id);
  const close = () => setAsking(null);
  if (!useMay("webhooks:write")) return null;
  const went = event.deliveries.some(({ kind }) => kind !== "replay");
  return (
    <span className="ml-auto flex items-center gap-1">
      <Button variant="outline" disabled={pending} onClick={() => (went ? resend() : setAsking("receiver"))}>
        {went ? <RotateCw aria-hidden /> : <Send aria-hidden />} {went ? "Send again" : "Send to a receiver"}
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
              { key: "receiver", label: "Send to a receiver…", Icon: Send, onSelect: () => setAsking("receiver") },
              {
                key: "replay",
                label: "Replay to another address…",
                Icon: Forward,
                onSelect: () => setAsking("replay"),
              },
            ],
          },
        ]}
      />
      {asking === "receiver" ? <ResendWindow event={event} onClose={close} /> : null}
      {asking === "replay" ? <ReplayWindow event={event} onClose={close} /> : null}
    </span>
  );
}
