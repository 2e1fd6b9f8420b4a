/** Deletes a toolkit or a tool of the project, after a question. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type DeleteButtonProps = {
  /** In the question. */
  name: string;
  consequence: string;
  action: string;
  /** What a person types to agree. */
  typed?: string;
  remove: () => Promise<unknown>;
  /** The page that is shown afterwards. */
  next: string;
  refresh: () => Promise<void>;
};

export function DeleteButton({ name, consequence, action, typed, remove, next, refresh }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay("toolkits:write");
  const router = useRouter();
  const toast = useToast();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      toast(`${name} deleted`);
      router.push(next);
      await refresh();
    },
  });
  if (!mayChange) return null;
  return (
    <>
      <Button type="button" variant="outline" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          consequence={consequence}
          action={action}
          {...(typed !== undefined && { typed })}
          pending={removal.isPending}
          error={removal.error}
          onClose={() => setOpen(false)}
          onConfirm={() => removal.mutate()}
        />
      ) : null}
    </>
  );
}
