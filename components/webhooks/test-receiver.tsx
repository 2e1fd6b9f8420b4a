/** Sends a test event to a receiver and shows its actual response. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { DeliveryCard } from "@/components/events/delivery-card";
import { eventHref } from "@/components/events/event-words";
import { useResend } from "@/components/events/send-again";
import type { Receiver } from "@/components/events/use-receivers";
import { CodeEditor } from "@/components/parts/forms/code-editor";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { eventsApi } from "@/generated/addresses/webhooks/log";

const EVERY_MS = 500;
const GREETING = JSON.stringify({ message: "This is a sample event from Patchbay.", number: 1 }, null, 2);

const readData = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

export function TestReceiver({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const [type, setType] = useState(receiver.enabled_events[0] ?? "composio.trigger.message");
  const [text, setText] = useState(GREETING);
  const data = readData(text);
  const test = useMutation(
    mutation(webhooksApi.sendWebhookSample, useQueryClient(), { refresh: [eventsApi.listEvents] }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Send a test event"
        description="A real delivery, signed and with this endpoint’s version. It’s marked as a sample in the event logs."
      >
        <div className="space-y-4">
          <Field label="Event type">
            {(wiring) => (
              <Select {...wiring} value={type} onChange={(event) => setType(event.currentTarget.value)}>
                {receiver.enabled_events.map((kind) => (
                  <option key={kind} value={kind}>
                    {kind}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <CodeEditor label="Data as JSON" language="json" value={text} onChange={setText} className="h-36" />
          {data ? null : <p className="text-xs text-danger">Data must be a JSON object: {"{ and }"}.</p>}
          {test.error ? <ErrorState title="Couldn’t send the test" error={test.error} /> : null}
          {test.data ? <Answer key={test.data.event_id} id={test.data.event_id} receiver={receiver} /> : null}
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              Close
            </Button>
            <Button
              disabled={test.isPending || data === null}
              onClick={() => data && test.mutate({ params: { id: receiver.id }, body: { event_type: type, data } })}
            >
              <Send aria-hidden /> {test.data ? "Send another" : "Send test"}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

type Delivery = ResultOf<typeof eventsApi.getEvent>["deliveries"][number];

const wasTried = ({ log, ended_at: end }: Delivery): boolean => log.length > 0 || end !== null;

/** Waits for the first attempt of each delivery; later attempts are in the log. */
function Answer({ id, receiver }: { id: string; receiver: Receiver }) {
  const { resend, pending } = useResend(id);
  const event = useQuery({
    ...query(eventsApi.getEvent, { params: { id }, query: {} }),
    refetchInterval: ({ state }) => {
      const deliveries = state.data?.deliveries ?? [];
      return deliveries.length > 0 && deliveries.every(wasTried) ? false : EVERY_MS;
    },
  });
  const deliveries = event.data?.deliveries ?? [];
  if (receiver.paused_at)
    return <p className="text-sm text-muted">The endpoint is paused; the test will be sent when it resumes.</p>;
  if (!deliveries.some(wasTried))
    return (
      <div aria-busy="true">
        <span role="status" className="sr-only">
          Waiting for the response
        </span>
        <Skeleton className="h-24" />
      </div>
    );
  // An event whose payload was not stored cannot be sent again.
  const onResend = event.data?.data && !pending ? () => resend(receiver.id) : undefined;
  return (
    <div role="status">
      <ul className="space-y-3">
        {deliveries.toReversed().map((delivery) => (
          <DeliveryCard key={delivery.id} delivery={delivery} receiver={receiver} onResend={onResend} />
        ))}
      </ul>
      <Link
        href={eventHref(id)}
        className="mt-2 inline-block rounded-sm text-sm text-muted underline underline-offset-4"
      >
        View in event logs
      </Link>
    </div>
  );
}
