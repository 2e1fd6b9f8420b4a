/** Changes a receiver. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Receiver } from "@/components/events/use-receivers";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { mutation } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { missingIn, toBody, toDraft } from "./receiver-draft";
import { ReceiverFields } from "./receiver-fields";
import { sentenceAbout } from "./refusal";

export function EditReceiver({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(receiver));
  const toast = useToast();
  const save = useMutation(
    mutation(webhooksApi.updateWebhookSubscription, useQueryClient(), {
      refresh: [webhooksApi.getWebhookSubscription, webhooksApi.listWebhookSubscriptions],
    }),
  );
  const urlError = sentenceAbout(save.error, "webhook_url");
  const { mayGo, error } = useTried(missingIn(draft));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    save.mutate(
      { params: { id: receiver.id }, body: toBody(draft) },
      {
        onSuccess: () => {
          toast("Endpoint saved");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !save.isPending && onClose()}>
      <DialogContent title="Edit endpoint" onInteractOutside={(event) => event.preventDefault()}>
        <form noValidate onSubmit={submit} className="space-y-5">
          <ReceiverFields
            draft={draft}
            urlError={error("url") ?? urlError}
            eventsError={error("events")}
            onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          />
          {save.error && !urlError ? <ErrorState title="Couldn’t save the endpoint" error={save.error} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? "Saving" : "Save endpoint"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
