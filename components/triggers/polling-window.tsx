/** Changes how a trigger is polled: with or without reports of its provider, and how often. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { mutation } from "@/lib/contract/client";
import { triggerChecksApi } from "@/generated/addresses/triggers/checks";
import { triggersApi } from "@/generated/addresses/triggers";
import { isReporting, minutesError, minutesOf } from "./polling-words";
import type { TriggerRow } from "./trigger-words";

type WindowProps = { trigger: TriggerRow; ways: readonly string[]; onClose: () => void };

export function PollingWindow({ trigger, ways, onClose }: WindowProps) {
  const [type, setType] = useState<"webhook" | "poll">(isReporting(trigger, ways) ? "webhook" : "poll");
  const [minutes, setMinutes] = useState(() => String(Math.round(minutesOf(trigger) * 100) / 100));
  const toast = useToast();
  const save = useMutation(
    mutation(triggersApi.switchTrigger, useQueryClient(), {
      refresh: [triggersApi.listTriggers, triggerChecksApi.diagnoseTrigger],
    }),
  );
  const { mayGo, error } = useTried({ minutes: minutesError(minutes) });
  const send = (polling: { type: "webhook" | "poll"; interval: number } | null) =>
    save.mutate(
      { params: { triggerId: trigger.id }, body: { polling } },
      {
        onSuccess: () => {
          toast("Polling saved");
          onClose();
        },
      },
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) send({ type, interval: Number(minutes) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !save.isPending && onClose()}>
      <DialogContent title="Change polling" onInteractOutside={(event) => event.preventDefault()}>
        <form noValidate onSubmit={submit} className="space-y-5">
          {ways.includes("webhook") ? <WayField value={type} onChange={setType} /> : null}
          <Field label="Minutes between polls" help="0.17 is ten seconds." error={error("minutes")}>
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="decimal"
                autoComplete="off"
                value={minutes}
                onChange={(event) => setMinutes(event.currentTarget.value)}
              />
            )}
          </Field>
          {save.error ? <ErrorState title="Couldn’t save the polling" error={save.error} /> : null}
          <div className="flex flex-wrap justify-end gap-2">
            {trigger.polling ? (
              <Button variant="ghost" className="mr-auto" disabled={save.isPending} onClick={() => send(null)}>
                Use defaults
              </Button>
            ) : null}
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? "Saving" : "Save polling"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type WayProps = { value: "webhook" | "poll"; onChange: (value: "webhook" | "poll") => void };

const WayField = ({ value, onChange }: WayProps) => (
  <Field
    label="Source of events"
    help={
      value === "webhook"
        ? "The provider reports new events at once. While it does, it’s polled every 15 minutes or less often."
        : "The provider isn’t asked to report, so events arrive with the next poll."
    }
  >
    {(wiring) => (
      <Select
        {...wiring}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value === "poll" ? "poll" : "webhook")}
      >
        <option value="webhook">Reports and polls</option>
        <option value="poll">Polls only</option>
      </Select>
    )}
  </Field>
);
