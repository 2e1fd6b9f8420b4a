/** The history of an account, newest first, with the actor and the reason. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { Skeleton } from "@/components/ui/skeleton";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import type { AccountStatus } from "@/lib/connected-accounts/contract";
import { pages, type ResultOf } from "@/lib/contract/client";

type Event = ResultOf<typeof connectedAccountsApi.listAccountEvents>["items"][number];

const ACTORS: Record<Event["by"], string> = {
  api: "by the API or the dashboard",
  user: "by the user",
  provider: "by the provider",
  system: "by Patchbay",
};

/** `status` is a part of the query, so that the list is fetched again when it changes. */
type AccountTimelineProps = {
  id: string;
  status: AccountStatus;
  /** The reason that the page already shows: the newest event does not repeat it. */
  said: string | null;
};

export function AccountTimeline({ id, status, said: statusReason }: AccountTimelineProps) {
  const heading = useId();
  const { queryKey, ...events } = pages(connectedAccountsApi.listAccountEvents, {
    params: { nanoid: id },
    query: { limit: 20 },
  });
  const eventsQuery = useInfiniteQuery({ ...events, queryKey: [...queryKey, status] as unknown as typeof queryKey });
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-base font-semibold">
        Timeline
      </h2>
      <QueryView
        query={eventsQuery}
        what="the timeline"
        skeleton={<Shape />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<p className="text-sm text-muted">No activity yet.</p>}
      >
        {({ pages }) => (
          <ol className="space-y-4 border-l pl-4">
            {pages
              .flatMap(({ items }) => items)
              .map((event, index) => (
                <Step key={event.id} event={event} repeats={index === 0 && event.reason === statusReason} />
              ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}

function Step({ event: { at: time, status, reason, by }, repeats }: { event: Event; repeats: boolean }) {
  return (
    <li className="relative text-sm">
      <span aria-hidden className="absolute top-1.5 -left-[21px] size-2 rounded-full border bg-edge" />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={status} />{" "}
        <span className="text-xs text-muted">
          <RelativeTime at={time} />, {ACTORS[by]}
        </span>
      </p>
      {reason && !repeats ? <p className="mt-1 break-words">{reason}</p> : null}
    </li>
  );
}

const Shape = () => (
  <div className="space-y-4">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-9" />
    ))}
  </div>
);
