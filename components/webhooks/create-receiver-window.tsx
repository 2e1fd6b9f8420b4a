/** Creates a receiver and shows its secret. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { receiverHref } from "@/components/events/event-words";
import type { Receiver } from "@/components/events/use-receivers";
import { ErrorState } from "@/components/parts/display/error-state";
import { useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { mutation } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { EMPTY, missingIn, toBody } from "./receiver-draft";
import { ReceiverFields } from "./receiver-fields";
import { NewSecret } from "./new-secret";
import { sentenceAbout } from "./refusal";

/** Its state is born when the window opens and forgotten when it closes; so is the secret. */
export function CreateReceiverWindow({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [draft, setDraft] = useState(EMPTY);
  const [newReceiver, setMade] = useState<Receiver | null>(null);
  const create = useMutation(
    mutation(webhooksApi.createWebhookSubscription, useQueryClient(), {
      refresh: [webhooksApi.listWebhookSubscriptions],
    }),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (create.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [create.error]);
  const { mayGo, error } = useTried(missingIn(draft));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    create.mutate({ body: toBody(draft) }, { onSuccess: setMade });
  };
  const urlError = sentenceAbout(create.error, "webhook_url");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={newReceiver ? "The endpoint’s secret" : "Create webhook endpoint"}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {newReceiver ? (
          <NewSecret secret={newReceiver.secret}>
            <Button variant="outline" onClick={() => router.push(receiverHref(newReceiver.id))}>
              View endpoint
            </Button>
          </NewSecret>
        ) : (
          <form ref={form} noValidate onSubmit={submit} className="space-y-5">
            <ReceiverFields
              draft={draft}
              urlError={error("url") ?? urlError}
              eventsError={error("events")}
              onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
            />
            {create.error && !urlError ? (
              <ErrorState title="Couldn’t create the endpoint" error={create.error} />
            ) : null}
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
              <Button type="submit" disabled={create.isPending}>
                {create.isPending ? "Creating endpoint" : "Create webhook endpoint"}
              </Button>
            </div>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
