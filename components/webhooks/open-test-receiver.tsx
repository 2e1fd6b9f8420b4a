/** The button that creates the project's test receiver, or finds it, and opens its inbox. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { receiverHref } from "@/components/events/event-words";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { useGo } from "@/components/ui/use-go";
import { mutation } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";

type OpenTestReceiverProps = {
  /** The page stays open, because a choice on it needs a receiver. */
  stays?: boolean;
  /** For a place whose text does not name the test endpoint. */
  label?: string;
};

export function OpenTestReceiver({ stays = false, label = "Test endpoint" }: OpenTestReceiverProps) {
  const { go, going } = useGo();
  const toast = useToast();
  const create = useMutation(
    mutation(webhooksApi.createTestReceiver, useQueryClient(), { refresh: [webhooksApi.listWebhookSubscriptions] }),
  );
  if (!useMay("webhooks:write")) return null;
  const open = () =>
    create.mutate(
      {},
      {
        onSuccess: ({ id }) => {
          if (!stays) go(receiverHref(id));
        },
        onError: (error) => toast(error.message, { tone: "error" }),
      },
    );
  return (
    <Button variant="outline" disabled={create.isPending || going} onClick={open}>
      <Inbox aria-hidden /> {label}
    </Button>
  );
}
