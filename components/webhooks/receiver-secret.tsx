/** The signing secret: masked, to reveal and copy, to rotate with an overlap, and to end the previous secret. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { Receiver } from "@/components/events/use-receivers";
import { CopyButton } from "@/components/parts/display/copy-button";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { mutation } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { NewSecret } from "./new-secret";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const REFRESH = { refresh: [webhooksApi.getWebhookSubscription, webhooksApi.listWebhookSubscriptions] };
const masked = (secret: string): string => `${secret.slice(0, 6)}${"•".repeat(12)}${secret.slice(-4)}`;

/** `may`: whether the person may change receivers; the server returns the secret only to such persons. */
export function ReceiverSecret({ receiver, may }: { receiver: Receiver; may: boolean }) {
  const [isRevealed, setShown] = useState(false);
  const [pendingAction, setAsking] = useState<"rotate" | "end" | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const client = useQueryClient();
  const rotate = useMutation(mutation(webhooksApi.rotateWebhookSecret, client, REFRESH));
  const end = useMutation(mutation(webhooksApi.endPreviousWebhookSecret, client, REFRESH));
  const { id, secret, previous_secret_until: until } = receiver;
  const params = { params: { id } };
  const close = () => setAsking(null);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-lg border bg-surface px-3 py-1.5 font-mono text-xs wrap-anywhere">
          {isRevealed ? secret : may ? masked(secret) : secret}
        </code>
        {may ? (
          <>
            <CopyButton text={secret} what="signing secret" />
            <Button variant="outline" onClick={() => setShown(!isRevealed)}>
              {isRevealed ? "Hide" : "Reveal"}
            </Button>
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking("rotate")}>
              Rotate secret
            </Button>
          </>
        ) : null}
      </div>
      {until ? (
        <Alert tone="info" title="Two secrets are active">
          <p>
            The previous secret expires <RelativeTime at={until} />. Until then, deliveries are signed with both so your
            app can switch.
          </p>
          {may ? (
            <Button variant="outline" className="mt-2 mb-1" aria-haspopup="dialog" onClick={() => setAsking("end")}>
              Expire the old secret now
            </Button>
          ) : null}
        </Alert>
      ) : null}
      {pendingAction === "rotate" ? (
        <ConfirmDialog
          onClose={close}
          title="Rotate the signing secret?"
          consequence={
            until
              ? "Deliveries will be signed with a new secret and, for one day, the current one. The previous secret expires immediately."
              : "Deliveries will be signed with a new secret and, for one day, the current one too, so you have time to update your app."
          }
          action="Rotate secret"
          pending={rotate.isPending}
          error={rotate.error}
          onConfirm={() =>
            rotate.mutate(params, {
              onSuccess: ({ secret: newSecret }) => {
                close();
                setFresh(newSecret);
              },
            })
          }
        />
      ) : null}
      {pendingAction === "end" ? (
        <ConfirmDialog
          onClose={close}
          title="Expire the old secret?"
          consequence="Endpoints still using it will reject every delivery. Do this if the secret may have leaked."
          action="Expire old secret"
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(params, { onSuccess: close })}
        />
      ) : null}
      {fresh ? <FreshSecret secret={fresh} onClose={() => setFresh(null)} /> : null}
    </div>
  );
}

/** The secret that a rotation has made. */
function FreshSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="The new secret" onInteractOutside={(event) => event.preventDefault()}>
        <NewSecret secret={secret} />
      </DialogContent>
    </Dialog>
  );
}
