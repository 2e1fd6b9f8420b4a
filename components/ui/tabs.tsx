/** Tabs over one panel: arrow keys move, and only the chosen tab is in the Tab order. */
"use client";
import { useId, type ReactNode } from "react";
import { moveFocus } from "./arrow-keys";
import { cn } from "./cn";
import { bringIntoView, FADES, watchEdges } from "./watch-edges";

export type Tab<K extends string> = { key: K; label: string; count?: number };

type TabsProps<K extends string> = {
  /** The topic of the tabs, for screen readers. */
  label: string;
  tabs: readonly Tab<K>[];
  value: K;
  onChange: (key: K) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
};

export function Tabs<K extends string>({ label, tabs, value, onChange, children, className }: TabsProps<K>) {
  const id = useId();
  return (
    <div className={className}>
      <div
        ref={watchEdges}
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, "[role=tab]")?.click()}
        className={cn("relative flex gap-4 overflow-x-auto border-b pointer-coarse:gap-5", FADES)}
      >
        {tabs.map(({ key, label, count }) => {
          const isSelected = key === value;
          return (
            <button
              key={key}
              ref={isSelected ? bringIntoView : undefined}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              aria-selected={isSelected}
              aria-controls={`${id}-panel`}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onChange(key)}
              className={cn(
                "flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-0.5 text-sm " +
                  "whitespace-nowrap text-muted -outline-offset-2 hover:text-ink",
                isSelected && "border-signal font-medium text-ink",
              )}
            >
              {label}
              {count === undefined ? null : (
                <span className="font-mono text-xs font-normal text-muted tabular-nums">
                  {count.toLocaleString("en")}
                </span>
              )}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </div>
  );
}
