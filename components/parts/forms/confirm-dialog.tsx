/** Asks before something is removed: names the thing and the consequence. The safe answer has the focus. */
"use client";
import { AlertDialog } from "radix-ui";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SCRIM } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useReturnFocus } from "@/components/ui/return-focus";
import { ErrorState } from "../display/error-state";
import { Field } from "./field";
import { isTyped } from "./typed-name";

type ConfirmDialogProps = {
  onClose: () => void;
  title: string;
  consequence: ReactNode;
  /** The verb and the thing ("Revoke key"). */
  action: string;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  /** Text that the user must type first, for an action that cannot be undone and affects many. */
  typed?: string;
  /** A choice that is sent with the answer. */
  children?: ReactNode;
};

/** Open while it is rendered: also during the work and after a failure. */
export function ConfirmDialog({
  onClose,
  title,
  consequence,
  action,
  pending,
  error,
  onConfirm,
  typed,
  children,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  const [text, setText] = useState("");
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !pending && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className={cn(
            "fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-md -translate-1/2",
            "animate-fade-in rounded-lg border bg-raised p-5",
            "focus:outline-none",
          )}
        >
          <AlertDialog.Title className="text-base font-semibold break-words">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-sm text-muted">{consequence}</AlertDialog.Description>
          {children ? <div className="mt-3">{children}</div> : null}
          {typed ? (
            <div className="mt-4">
              <Field label={`Type “${typed}” to confirm`}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    autoComplete="off"
                    spellCheck={false}
                    value={text}
                    onChange={(event) => setText(event.currentTarget.value)}
                  />
                )}
              </Field>
            </div>
          ) : null}
          {error ? <ErrorState error={error} className="mt-4" /> : null}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <Button
              variant="danger"
              disabled={pending || (typed !== undefined && !isTyped(text, typed))}
              onClick={onConfirm}
            >
              {pending ? "Working" : action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
