/** The active filters, each with a button to remove it. */
"use client";
import { X } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { ToolkitLogo } from "../display/toolkit-logo";
import { ToolkitName } from "../display/toolkit-name";
import { changeSearch } from "./url-state";

export type Chip = {
  /** The name of its search parameter. */
  name: string;
  label: string;
  /** The label of the value. */
  value: string;
  toolkit?: string;
};

/**
 * The focus moves to a neighboring chip, or to the first field of the bar, so that keyboard users keep their position.
 */
function focusNext({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
  const item = button.closest("li");
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = neighbor?.querySelector("button") ?? button.closest("search")?.querySelector("input");
  next?.focus();
}

/** `children`: actions for all filters together. Renders nothing if there are neither filters nor actions. */
export function FilterChips({ chips, children }: { chips: readonly Chip[]; children?: ReactNode }) {
  if (chips.length === 0 && !children) return null;
  return (
    <div className="col-span-full flex min-w-0 flex-wrap items-center gap-1.5 lg:basis-full">
      <ul aria-label="Filters in use" className="contents">
        {chips.map(({ name, label, value, toolkit }) => (
          <li
            key={name}
            className={cn(
              "flex h-7 max-w-full min-w-0 items-center gap-1.5",
              "rounded-full border bg-surface pr-1 pl-2.5 text-xs",
              "pointer-coarse:h-9",
            )}
          >
            {toolkit ? <ToolkitLogo slug={toolkit} className="size-4 rounded" /> : null}
            <span className="shrink-0 text-muted">{label}</span>
            <span className="min-w-0 truncate" title={value}>
              {toolkit ? <ToolkitName slug={toolkit} /> : value}
            </span>
            <button
              type="button"
              onClick={(event) => {
                focusNext(event);
                changeSearch({ [name]: "" }, "filter");
              }}
              className={cn(
                "flex size-5 shrink-0 items-center justify-center rounded-full text-muted",
                "hover:bg-hover hover:text-ink pointer-coarse:size-8",
              )}
            >
              <span className="sr-only">
                Remove the filter {label}: {toolkit ? <ToolkitName slug={toolkit} /> : value}
              </span>
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
