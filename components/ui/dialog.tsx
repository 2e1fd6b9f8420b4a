/** A modal window for one task. Focus stays inside, Escape closes it, and focus returns to the opener. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, type ReactNode } from "react";
import { forgetAnswered } from "@/lib/contract/client";
import { Button } from "./button";
import { cn } from "./cn";
import { hasFinePointer } from "./pointer";
import { useReturnFocus } from "./return-focus";

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

/** On the layer of windows: one that opens over another dims it too. */
export const SCRIM = "fixed inset-0 z-50 animate-fade-in bg-scrim";

type DialogContentProps = {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** For code, which has long lines. */
  wide?: boolean;
  onInteractOutside?: (event: Event) => void;
};

/** On a phone the window gets the focus and no field does, so the keyboard stays hidden. */
function focusWindowOfPhone(event: Event): void {
  if (hasFinePointer() || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/** Escape first closes the list of suggestions of the field in which the user types. */
function keepForSuggestions(event: KeyboardEvent): void {
  if (document.activeElement?.matches("[role=combobox][aria-autocomplete=list][aria-expanded=true]"))
    event.preventDefault();
}

/** `onInteractOutside` can call `preventDefault()` to keep the window open on an outside click. */
export function DialogContent({ title, description, children, wide = false, onInteractOutside }: DialogContentProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className={SCRIM} />
      <Radix.Content
        onInteractOutside={onInteractOutside}
        onEscapeKeyDown={keepForSuggestions}
        onOpenAutoFocus={focusWindowOfPhone}
        onCloseAutoFocus={returnFocus}
        {...(!description && { "aria-describedby": undefined })}
        className={cn(
          "fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-1/2",
          "animate-fade-in overflow-y-auto rounded-lg border bg-raised p-5",
          "focus:outline-none",
          wide && "max-w-3xl",
        )}
      >
        <Radix.Title className="pr-8 text-base font-semibold">{title}</Radix.Title>
        {description ? <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description> : null}
        <div className="mt-4">{children}</div>
        <Closing />
        <Radix.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-3 right-3">
            <X aria-hidden />
          </Button>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** A window that opens again is for another object. */
function Closing() {
  useEffect(() => forgetAnswered, []);
  return null;
}
