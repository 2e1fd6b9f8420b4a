/** Actions for an event: send it again, or send it to another address. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { required, requiredAddress, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { ClientError, mutation } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import type { EventDetail } from "./event-words";
import { ReceiverSelect, useUsable } from "./receiver-select";

const REFRESH = { refresh: [eventsApi.getEvent, eventsApi.listEvents] };

/** Sends the event again, to one receiver or to all its receivers; shows the result. */
export function useResend(id: string) {
  const toast = useToast();
  const again = useMutation(mutation(eventsApi.resendEvent, useQueryClient(), REFRESH));
  const resend = (receiver?: string) =>
    again.mutate(
      { params: { id }, body: receiver ? { subscription_id: receiver } : {} },
      {
        onSuccess: ({ deliveries }) =>
          deliveries > 0
            ? toast(`Resending to ${countOf(deliveries, "endpoint")}`)
            : toast("Nothing sent: all of its endpoints were deleted", { tone: "error" }),
        onError: (error) => toast(error.message, { tone: "error" }),
      },
    );
  return { resend, pending: again.isPending };
}

const NO_RECEIVER = "Select an endpoint. If there are none, create one under Webhooks.";

type WindowProps = { event: Pick<EventDetail, "id" | "deliveries">; onClose: () => void };

/** To a receiver that did not get it before, for instance one that was made later. */
export function ResendWindow({ event, onClose }: WindowProps) {
  const usable = useUsable();
  const [receiverId, setChosen] = useState<string>();
  const receiver = receiverId ?? usable[0]?.id ?? "";
  const toast = useToast();
  const again = useMutation(mutation(eventsApi.resendEvent, useQueryClient(), REFRESH));
  const { mayGo, error } = useTried({ receiver: required(receiver, NO_RECEIVER) });
  const send = (submitted: FormEvent<HTMLFormElement>) => {
    if (!mayGo(submitted)) return;
    again.mutate(
      { params: { id: event.id }, body: { subscription_id: receiver } },
      {
        onSuccess: () => {
          toast("On the way");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Send to endpoint"
        description="Signed with the endpoint’s secret, in its version. The event keeps its ID."
      >
        <form noValidate onSubmit={send} className="space-y-4">
          <Field label="Endpoint" error={error("receiver")}>
            {(wiring) => <ReceiverSelect wiring={wiring} value={receiver} onChange={setChosen} />}
          </Field>
          {again.error ? <ErrorState title="Couldn’t send it" error={again.error} /> : null}
          <Buttons pending={again.isPending} action="Send event" />
        </form>
      </DialogContent>
    </Dialog>
  );
}

const NAMED = /^url:\s*/;

/**
 * To any address, in the form and with the signature of a receiver: a copy that runs on a desk, or a service that takes
 * over.
 */
export function ReplayWindow({ event, onClose }: WindowProps) {
  const usable = useUsable();
  const [receiverId, setChosen] = useState<string>();
  const [url, setUrl] = useState("");
  const receiver = receiverId ?? usable[0]?.id ?? "";
  const toast = useToast();
  const replay = useMutation(mutation(eventsApi.replayEvent, useQueryClient(), REFRESH));
  const urlError =
    replay.error instanceof ClientError ? replay.error.detail.errors?.find((line) => NAMED.test(line)) : undefined;
  const { mayGo, error } = useTried({
    url: requiredAddress(url, "Enter a URL."),
    receiver: required(receiver, NO_RECEIVER),
  });
  const send = (submitted: FormEvent<HTMLFormElement>) => {
    if (!mayGo(submitted)) return;
    replay.mutate(
      { params: { id: event.id }, body: { subscription_id: receiver, url: url.trim() } },
      {
        onSuccess: () => {
          toast("Sending to the other URL");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Replay to another URL"
        description="Failed attempts are retried and listed with the others. Endpoints aren’t affected."
      >
        <form noValidate onSubmit={send} className="space-y-4">
          <Field
            label="URL"
            error={error("url") ?? urlError?.replace(NAMED, "")}
            help="Private addresses must be allowed by the server’s operator."
          >
            {(wiring) => (
              <Input
                {...wiring}
                type="url"
                autoFocus
                autoComplete="off"
                placeholder="https://example.com/hook"
                value={url}
                onChange={(change) => setUrl(change.currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Sign as" help="Its secret and version are used." error={error("receiver")}>
            {(wiring) => <ReceiverSelect wiring={wiring} value={receiver} onChange={setChosen} />}
          </Field>
          {replay.error && !urlError ? <ErrorState title="Couldn’t send it" error={replay.error} /> : null}
          <Buttons pending={replay.isPending} action="Replay event" />
        </form>
      </DialogContent>
    </Dialog>
  );
}

const Buttons = ({ pending, action }: { pending: boolean; action: string }) => (
  <div className="flex justify-end gap-2">
    <DialogClose asChild>
      <Button variant="outline">Cancel</Button>
    </DialogClose>
    <Button type="submit" disabled={pending}>
      {pending ? "Sending" : action}
    </Button>
  </div>
);
