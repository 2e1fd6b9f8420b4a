/** The columns of a list of events, and the link that opens one. */
"use client";
import { usePathname, useSearchParams } from "next/navigation";
import type { Column } from "@/components/parts/lists/data-table";
import { ClockTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { useTypeName } from "@/components/triggers/use-types";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { EventStateBadge } from "./event-state";
import { deliveredShare, eventHref, eventName, eventState, type EventRow } from "./event-words";

/** A real link, so that it can open in a new tab; on the log page itself it only changes the URL. */
function EventLink({ event }: { event: EventRow }) {
  const onPage = usePathname() === "/logs/triggers";
  const search = new URLSearchParams(useSearchParams());
  const isOpen = search.has("open");
  if (onPage) search.set("open", event.id);
  const name = useTypeName(event.trigger_slug);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <ToolkitLogo slug={event.toolkit_slug ?? ""} className="max-sm:hidden" />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            href={onPage ? `/logs/triggers?${search}` : eventHref(event.id)}
            onClick={(click) => {
              if (!onPage || click.metaKey || click.ctrlKey || click.shiftKey) return;
              click.preventDefault();
              changeSearch({ open: event.id }, isOpen ? "replace" : "push");
            }}
            title={eventName(event)}
            className={cn("min-w-0 truncate rounded-sm text-xs/5 font-medium hover:underline", !name && "font-mono")}
          >
            {name ?? eventName(event)}
          </Link>
          {event.sample ? <Badge>Sample</Badge> : null}
        </span>
        <span className="block truncate text-xs text-muted">
          <span className="@[40rem]:hidden">
            <ClockTime at={event.created_at} /> ·{" "}
          </span>
          <span className="font-mono">
            {name ? `${event.trigger_slug} · ` : ""}
            {event.id}
          </span>
        </span>
      </span>
    </span>
  );
}

const Id = ({ children }: { children: string | null }) =>
  children ? (
    <code className="block max-w-40 truncate font-mono text-xs" title={children}>
      {children}
    </code>
  ) : (
    <span className="text-muted">–</span>
  );

const attemptsOf = ({ deliveries }: EventRow): number => deliveries.reduce((sum, { attempts }) => sum + attempts, 0);

export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  {
    heading: "Event",
    cell: (event) => <EventLink event={event} />,
    className: "w-full max-w-0 min-w-32 @[58rem]:w-2/5",
  },
  {
    heading: "Delivery",
    cell: ({ deliveries }) => <EventStateBadge state={eventState(deliveries)} detail={deliveredShare(deliveries)} />,
  },
  {
    heading: "Attempts",
    wide: "lg",
    className: "text-right",
    cell: (event) => <span className="font-mono text-xs tabular-nums">{attemptsOf(event)}</span>,
  },
  { heading: "User", wide: "lg", cell: ({ user_id: user }) => <Id>{user}</Id> },
  { heading: "Trigger", wide: "lg", cell: ({ trigger_id: trigger }) => <Id>{trigger}</Id> },
  {
    heading: "When",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ created_at: time }) => <ClockTime at={time} />,
  },
];
