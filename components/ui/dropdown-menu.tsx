/** A menu that hangs from a button: arrow keys move, letters jump, Escape closes. */
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

const ITEM =
  "relative flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

type MenuProps = { trigger: ReactNode; align?: "start" | "end"; side?: "top" | "bottom"; children: ReactNode };

/** `trigger` is one button; `children` are MenuItem, MenuRadioGroup and MenuLabel. */
export function Menu({ trigger, align = "end", side = "bottom", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50 max-h-80 min-w-48 animate-rise-in overflow-y-auto rounded-lg border bg-raised p-1">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem(props: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={ITEM} {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-xs text-muted">{children}</Radix.Label>;
}

export const MenuRadioGroup = Radix.RadioGroup;

export function MenuRadioItem({ children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={`${ITEM} pr-8`} {...props}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}
