/** Asks before a restored server begins to work like the original. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { useToast } from "@/components/parts/shell/toast";
import { backupApi } from "@/generated/addresses/backup";
import { healthApi } from "@/generated/addresses/health";
import { mutation } from "@/lib/contract/client";

export function WakeWindow({ madeAt, onClose }: { madeAt: string; onClose: () => void }) {
  const toast = useToast();
  const wake = useMutation(mutation(backupApi.wakeServer, useQueryClient(), { refresh: [healthApi.getHealth] }));
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Wake this server?"
      consequence={
        `It continues from the backup of ${new Date(madeAt).toLocaleString()}: it renews tokens, polls triggers and ` +
        "delivers waiting events. If the original still runs, its users have to connect their accounts again. " +
        "Stop the original first."
      }
      action="Wake this server"
      typed="the original is stopped"
      pending={wake.isPending}
      error={wake.error}
      onConfirm={() =>
        wake.mutate(
          {},
          {
            onSuccess: () => {
              toast("This server is awake");
              onClose();
            },
          },
        )
      }
    />
  );
}
