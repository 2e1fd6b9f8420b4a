/** Sends all events of the filters to a receiver again, after showing their number. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import type { EventFilter } from "./event-filters";
import { countWords, MOST_COUNTED } from "./event-words";
import { ReceiverSelect, useUsable } from "./receiver-select";
import { useReceivers } from "./use-receivers";

type ResendManyProps = { filter: EventFilter; label?: string };

export function ResendMany({ filter, label = "Resend all" }: ResendManyProps) {
  const [isConfirming, setAsking] = useState(false);
  const { data } = useReceivers();
  const none = data?.items.length === 0;
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        disabled={none}
        title={none ? "No webhook endpoints. Create one under Webhooks" : undefined}
        className="disabled:pointer-events-auto"
        onClick={() => setAsking(true)}
      >
        <Repeat aria-hidden /> {label}
      </Button>
      {isConfirming ? <ResendManyWindow filter={filter} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function ResendManyWindow({ filter, onClose }: { filter: EventFilter; onClose: () => void }) {
  const toast = useToast();
  const countQuery = useQuery({ ...query(eventsApi.listEvents, { query: { ...filter, limit: 1 } }), gcTime: 0 });
  const usable = useUsable();
  const [receiverId, setChosen] = useState<string>();
  const receiver = receiverId ?? filter.sent_to ?? usable[0]?.id ?? "";
  const again = useMutation(
    mutation(eventsApi.resendEvents, useQueryClient(), { refresh: [eventsApi.listEvents, eventsApi.getEvent] }),
  );
  const send = () =>
    again.mutate(
      { body: { ...filter, subscription_id: receiver } },
      {
        onSuccess: ({ deliveries }) => {
          toast(`${countWords(deliveries)} being resent`);
          onClose();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && !again.isPending && onClose()}>
      <DialogContent
        title="Resend events"
        description="Events are sent oldest first and keep their IDs, so endpoints can recognize duplicates."
      >
        <QueryView query={countQuery} what="number of matching events" skeleton={<Skeleton className="w-48" />}>
          {({ total_items: total }) => (
            <div className="space-y-4">
              <p role="status" className="text-sm">
                <b className="font-semibold tabular-nums">{countWords(total)}</b>{" "}
                {Object.keys(filter).length > 0 ? "match the current filters." : "in the log: no filters are set."}
                {total >= MOST_COUNTED ? ` The oldest ${MOST_COUNTED.toLocaleString("en")} will be sent.` : ""}
              </p>
              <Field label="To">
                {(wiring) => <ReceiverSelect wiring={wiring} value={receiver} onChange={setChosen} />}
              </Field>
              {again.error ? <ErrorState title="Nothing sent" error={again.error} /> : null}
              <div className="flex justify-end gap-2">
                <DialogClose asChild>
                  <Button variant="outline" disabled={again.isPending}>
                    Cancel
                  </Button>
                </DialogClose>
                <Button
                  disabled={again.isPending || total === 0 || receiver === ""}
                  title={total === 0 ? "No matching events" : receiver === "" ? "No webhook endpoints" : undefined}
                  className="disabled:pointer-events-auto"
                  onClick={send}
                >
                  {again.isPending ? "Sending" : `Send ${countOf(total, "event")}`}
                </Button>
              </div>
            </div>
          )}
        </QueryView>
      </DialogContent>
    </Dialog>
  );
}
