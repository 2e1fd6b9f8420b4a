/** Asks before the transfer key is rotated, and before sealing is turned off. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { useToast } from "@/components/parts/shell/toast";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";

const QUESTIONS = {
  rotate: {
    title: "Rotate the key?",
    consequence: "New secrets are sealed to a new key. The four keys before it still open what was sealed to them.",
    action: "Rotate key",
    result: "Key rotated",
  },
  end: {
    title: "Turn off sealed secrets?",
    consequence:
      "All transfer keys are deleted. Programs that seal secrets get an error until you turn it on again. " +
      "Stored credentials keep working.",
    action: "Turn off",
    result: "Sealed secrets turned off",
  },
} as const;

const refresh = [accessApi.getKeyring];

type KeyringWindowProps = { question: keyof typeof QUESTIONS; onClose: () => void };

export function KeyringWindow({ question, onClose }: KeyringWindowProps) {
  const toast = useToast();
  const client = useQueryClient();
  const rotate = useMutation(mutation(accessApi.addTransferKey, client, { refresh }));
  const end = useMutation(mutation(accessApi.deleteTransferKeys, client, { refresh }));
  const work = question === "end" ? end : rotate;
  const { result, ...texts } = QUESTIONS[question];
  return (
    <ConfirmDialog
      {...texts}
      pending={work.isPending}
      error={work.error}
      onClose={onClose}
      onConfirm={() =>
        work.mutate(
          {},
          {
            onSuccess: () => {
              toast(result);
              onClose();
            },
          },
        )
      }
    />
  );
}
