/** The open popover. Loaded by ui/popover when one is first wanted. */
"use client";
import { Popover as Radix } from "radix-ui";
import type { ReactElement } from "react";
import type { PopoverProps } from "./popover";

type PopoverPanelProps = Omit<PopoverProps, "trigger"> & { trigger: ReactElement };

/** Opens as soon as it is there, since it was asked for. */
export default function PopoverPanel({ trigger, label, align = "start", children }: PopoverPanelProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content aria-label={label} align={align} sideOffset={6} collisionPadding={8} className="z-50 max-h-[min(24rem,var(--radix-popover-content-available-height))] w-72 max-w-[calc(100vw-1rem)] animate-rise-in overflow-y-auto rounded-lg border bg-raised p-3 focus:outline-none">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
