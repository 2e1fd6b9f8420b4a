/** A panel that slides over the page from one side: details of a row, the menu on a phone. */
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { SCRIM } from "./dialog";

const SIDES = {
  left: "left-0 w-64 animate-slide-from-left border-r bg-surface",
  right: "right-0 w-full animate-slide-from-right border-l bg-raised sm:max-w-xl",
} as const;

type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void; side: keyof typeof SIDES; title: string; hideTitle?: boolean; children: ReactNode };

/** Controlled by `open`; `hideTitle` keeps the title for screen readers only. */
export function Sheet({ open, onOpenChange, side, title, hideTitle = false, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content aria-describedby={undefined} className={cn("fixed inset-y-0 z-50 flex flex-col overflow-hidden focus:outline-none", SIDES[side])}>
          <div className={cn("flex h-12 shrink-0 items-center justify-between gap-2 border-b pr-3 pl-5", hideTitle && "absolute top-0 right-0 z-10 border-0")}>
            <Radix.Title className={cn("truncate text-base font-semibold", hideTitle && "sr-only")}>{title}</Radix.Title>
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
