/** A choice of two to four options, all visible: grid or list, form or JSON. */
"use client";
import type { LucideIcon } from "lucide-react";
import { moveFocus } from "@/components/ui/arrow-keys";
import { cn } from "@/components/ui/cn";

type SegmentedProps<K extends string> = {
  label: string;
  options: readonly { key: K; label: string; Icon?: LucideIcon }[];
  value: K;
  onChange: (key: K) => void;
  /** Shows only icons; the labels are for screen readers and shown on hover. */
  iconsOnly?: boolean;
  className?: string;
};

export function Segmented<K extends string>({
  label,
  options,
  value,
  onChange,
  iconsOnly = false,
  className,
}: SegmentedProps<K>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, "[role=radio]")?.click()}
      className={cn(
        "inline-flex h-8 shrink-0 items-center gap-0.5 rounded-lg border bg-surface p-0.5 pointer-coarse:h-10",
        className,
      )}
    >
      {options.map(({ key, label, Icon }) => {
        const isSelected = key === value;
        return (
          <button
            key={key}
            type="button"
            role="radio"
            aria-checked={isSelected}
            aria-label={iconsOnly ? label : undefined}
            title={iconsOnly ? label : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onChange(key)}
            className={cn(
              "flex h-full items-center gap-1.5 rounded-md px-2.5 text-sm text-muted hover:text-ink",
              iconsOnly && "px-2",
              isSelected && "bg-page text-ink ring-1 ring-line",
            )}
          >
            {Icon ? <Icon aria-hidden className="size-4" /> : null}
            {iconsOnly ? null : label}
          </button>
        );
      })}
    </div>
  );
}
