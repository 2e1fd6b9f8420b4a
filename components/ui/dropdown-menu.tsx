/** The open menu: arrow keys move, letters jump, Escape closes. Loaded by ui/menu when a menu is first wanted. */
"use client";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement } from "react";
import type { MenuSection } from "./menu-section";

const ITEM =
  "relative flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm outline-none " +
  "select-none data-highlighted:bg-hover pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0 " +
  "[&_svg]:text-muted";

type DropdownMenuProps = { trigger: ReactElement; align: "start" | "end"; sections: readonly MenuSection[] };

/** Open from its first render, since it loads only after the user asked for it. */
export default function DropdownMenu({ trigger, align, sections }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-80 max-w-72 min-w-48 animate-rise-in overflow-y-auto rounded-lg border bg-raised p-1"
        >
          {sections.map((section) => (
            <Section key={section.key} section={section} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Section({ section: { label, choice, items } }: { section: MenuSection }) {
  const heading = label ? (
    <Radix.Label className="px-2 py-1.5 text-xs break-words text-muted">{label}</Radix.Label>
  ) : null;
  if (!choice) {
    return (
      <Radix.Group>
        {heading}
        {items.map(({ key, label, Icon, checked, onSelect }) =>
          checked === undefined ? (
            <Radix.Item key={key} onSelect={onSelect} className={ITEM}>
              {Icon ? <Icon aria-hidden /> : null} {label}
            </Radix.Item>
          ) : (
            <Radix.CheckboxItem
              key={key}
              checked={checked}
              onCheckedChange={onSelect}
              onSelect={(event) => event.preventDefault()}
              className={`${ITEM} pr-8`}
            >
              <span className="truncate">{label}</span>
              <Radix.ItemIndicator className="absolute right-2">
                <Check aria-hidden />
              </Radix.ItemIndicator>
            </Radix.CheckboxItem>
          ),
        )}
      </Radix.Group>
    );
  }
  return (
    <Radix.RadioGroup value={choice.value} onValueChange={choice.onChange}>
      {heading}
      {items.map(({ key, label, Icon }) => (
        <Radix.RadioItem key={key} value={key} className={`${ITEM} pr-8`}>
          {Icon ? <Icon aria-hidden /> : null} <span className="truncate">{label}</span>
          <Radix.ItemIndicator className="absolute right-2">
            <Check aria-hidden />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
