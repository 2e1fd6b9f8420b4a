/** A panel that slides over the page from a side: details of a row, the menu on a phone. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { SCRIM } from "./dialog";
import { useReturnFocus } from "./return-focus";

const SIDES = {
  left: "left-0 w-64 animate-slide-from-left border-r bg-surface",
  right: "right-0 w-full animate-slide-from-right border-l bg-raised sm:max-w-xl",
} as const;

type SheetProps = {
  onClose: () => void;
  side: keyof typeof SIDES;
  title: string;
  hideTitle?: boolean;
  /** The element that gets the focus after the sheet closed; the opener by default. */
  returnTo?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
};

/** Open while it is rendered; `hideTitle` shows the title only to screen readers. */
export function Sheet({ onClose, side, title, hideTitle = false, returnTo, children }: SheetProps) {
  const returnFocus = useReturnFocus(returnTo);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={cn("fixed inset-y-0 z-50 flex flex-col overflow-hidden focus:outline-none", SIDES[side])}
        >
          <div
            className={cn(
              "flex h-12 shrink-0 items-center justify-between gap-2 border-b pr-3 pl-5",
              hideTitle && "absolute top-0 right-0 z-10 border-0",
            )}
          >
            <Radix.Title className={cn("truncate text-base font-semibold", hideTitle && "sr-only")}>
              {title}
            </Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
