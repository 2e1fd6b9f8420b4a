/**
 * A short text next to an icon, on hover and on focus. It only repeats the control's aria-label, so screen readers skip
 * it.
 */
import type { ReactNode } from "react";
import { cn } from "./cn";

export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="group/tip relative block">
      {children}
      <span
        aria-hidden
        className={cn(
          "pointer-events-none absolute top-1/2 left-full z-50 ml-2 hidden -translate-y-1/2 animate-fade-in",
          "rounded-md bg-primary px-2 py-1 text-xs whitespace-nowrap text-on-primary",
          "group-hover/tip:block group-has-focus-visible/tip:block pointer-coarse:hidden",
        )}
      >
        {label}
      </span>
    </span>
  );
}
