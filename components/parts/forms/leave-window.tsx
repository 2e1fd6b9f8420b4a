/** Asks in our own window before unsaved changes are lost. */
"use client";
import { useRouter } from "next/navigation";
import { ConfirmDialog } from "./confirm-dialog";
import { askToLeave } from "./leave-question";

export function LeaveWindow({ href }: { href: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      onClose={() => askToLeave(null)}
      title="Discard unsaved changes?"
      consequence="If you leave this page, your changes will be lost."
      action="Leave page"
      pending={false}
      error={null}
      onConfirm={() => {
        askToLeave(null);
        router.push(href);
      }}
    />
  );
}
