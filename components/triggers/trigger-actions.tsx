/** Actions for a trigger: send a sample, enable or disable it, delete it. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { eventHref } from "@/components/events/event-words";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { mutation } from "@/lib/contract/client";
import { triggerChecksApi } from "@/generated/addresses/triggers/checks";
import { triggersApi } from "@/generated/addresses/triggers";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import type { TriggerRow } from "./trigger-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const { deleteTrigger, listTriggers, switchTrigger } = triggersApi;

export function TriggerActions({ trigger, name }: { trigger: TriggerRow; name: string }) {
  const [pendingAction, setAsking] = useState<"disable" | "delete" | null>(null);
  const router = useRouter();
  const client = useQueryClient();
  const toast = useToast();
  const refresh = { refresh: [listTriggers, triggerChecksApi.diagnoseTrigger] };
  const change = useMutation(mutation(switchTrigger, client, refresh));
  const remove = useMutation(mutation(deleteTrigger, client, { refresh: [listTriggers] }));
  const params = { params: { triggerId: trigger.id } };
  const enabled = trigger.disabled_at === null;
  const close = () => setAsking(null);
  const may = useMay("triggers:write");
  const enable = () =>
    change.mutate(
      { ...params, body: { status: "enable" } },
      {
        onSuccess: () => toast("Trigger enabled"),
        onError: (error) => toast(error.message, { tone: "error" }),
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {enabled ? <SendSample id={trigger.id} /> : null}
      {may ? (
        <>
          <Button
            variant={enabled ? "outline" : "primary"}
            disabled={change.isPending}
            onClick={() => (enabled ? setAsking("disable") : enable())}
          >
            {enabled ? <Pause aria-hidden /> : <Play aria-hidden />} {enabled ? "Disable" : "Enable"}
          </Button>
          <Button
            variant="outline"
            size="icon"
            className="text-danger"
            aria-label="Delete trigger"
            title="Delete trigger"
            aria-haspopup="dialog"
            onClick={() => setAsking("delete")}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      ) : null}
      {pendingAction === "disable" ? (
        <ConfirmDialog
          onClose={close}
          title={`Disable “${name}”?`}
          consequence="No events will be received or polled until you enable it. Events in the meantime are lost."
          action="Disable trigger"
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ ...params, body: { status: "disable" } }, { onSuccess: close })}
        />
      ) : null}
      {pendingAction === "delete" ? (
        <ConfirmDialog
          onClose={close}
          title={`Delete “${name}”?`}
          consequence="Its webhook at the provider will be removed. Its events stay in the log. This cannot be undone."
          action="Delete trigger"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(params, { onSuccess: () => router.replace("/triggers") })}
        />
      ) : null}
    </div>
  );
}

/** The sample of its type, to those who would get a real event. */
function SendSample({ id }: { id: string }) {
  const router = useRouter();
  const toast = useToast();
  const sample = useMutation(
    mutation(triggerChecksApi.sendTriggerSample, useQueryClient(), { refresh: [eventsApi.listEvents] }),
  );
  if (!useMay("webhooks:write")) return null;
  const send = () =>
    sample.mutate(
      { params: { triggerId: id }, body: {} },
      {
        onSuccess: ({ event_id: event, receivers }) =>
          toast(receivers === 0 ? "Sample recorded, but no endpoint is subscribed to it" : "Sample sent", {
            action: { label: "Open", onSelect: () => router.push(eventHref(event)) },
          }),
        onError: (error) => toast(error.message, { tone: "error" }),
      },
    );
  return (
    <Button variant="outline" disabled={sample.isPending} onClick={send}>
      <Send aria-hidden /> Send a sample
    </Button>
  );
}
