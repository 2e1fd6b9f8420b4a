/** Actions for a receiver: test, pause, enable, edit, delete. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { shortUrl, type Receiver } from "@/components/events/use-receivers";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { mutation } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);
const TestReceiver = dynamic(() => import("./test-receiver").then(({ TestReceiver }) => TestReceiver), { ssr: false });
const EditReceiver = dynamic(() => import("./edit-receiver").then(({ EditReceiver }) => EditReceiver), { ssr: false });

const { deleteWebhookSubscription, getWebhookSubscription, listWebhookSubscriptions, updateWebhookSubscription } =
  webhooksApi;

export function ReceiverActions({ receiver }: { receiver: Receiver }) {
  const [open, setOpen] = useState<"test" | "edit" | "delete" | null>(null);
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const change = useMutation(
    mutation(updateWebhookSubscription, client, { refresh: [getWebhookSubscription, listWebhookSubscriptions] }),
  );
  const remove = useMutation(mutation(deleteWebhookSubscription, client, { refresh: [listWebhookSubscriptions] }));
  const { id, disabled_at: disabled, paused_at: paused } = receiver;
  const params = { params: { id } };
  const set = (body: { enabled: true } | { paused: boolean }, done: string) =>
    change.mutate(
      { ...params, body },
      { onSuccess: () => toast(done), onError: (error) => toast(error.message, { tone: "error" }) },
    );
  const close = () => setOpen(null);
  return (
    <>
      {disabled ? (
        <Button disabled={change.isPending} onClick={() => set({ enabled: true }, "Endpoint enabled")}>
          <Play aria-hidden /> Enable
        </Button>
      ) : (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen("test")}>
          <Send aria-hidden /> Send test
        </Button>
      )}
      {disabled ? null : (
        <Button
          variant="outline"
          disabled={change.isPending}
          onClick={() =>
            paused ? set({ paused: false }, "Endpoint resumed") : set({ paused: true }, "Endpoint paused")
          }
        >
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />} {paused ? "Resume" : "Pause"}
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label="More actions" title="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        sections={[
          {
            key: "all",
            items: [
              { key: "edit", label: "Edit endpoint…", Icon: Pencil, onSelect: () => setOpen("edit") },
              { key: "delete", label: "Delete endpoint…", Icon: Trash2, onSelect: () => setOpen("delete") },
            ],
          },
        ]}
      />
      {open === "test" ? <TestReceiver receiver={receiver} onClose={close} /> : null}
      {open === "edit" ? <EditReceiver receiver={receiver} onClose={close} /> : null}
      {open === "delete" ? (
        <ConfirmDialog
          onClose={close}
          title={`Delete the endpoint ${shortUrl(receiver.webhook_url)}?`}
          consequence={
            "It will receive no more events, and queued events won’t be sent. " +
            "Its secret is erased; its deliveries stay in the log. This cannot be undone."
          }
          action="Delete endpoint"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(params, { onSuccess: () => router.replace("/settings/webhooks") })}
        />
      ) : null}
    </>
  );
}
