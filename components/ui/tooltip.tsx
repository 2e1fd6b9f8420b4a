/** A word or two beside an icon button, on hover and on focus. The button still needs its own aria-label. */
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Radix.Provider;

type TooltipProps = { label: string; side?: "top" | "right" | "bottom"; children: ReactNode };

export function Tooltip({ label, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} className="z-50 animate-fade-in rounded-md bg-primary px-2 py-1 text-xs text-on-primary">
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
