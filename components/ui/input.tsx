/** The one-line text field; `aria-invalid` draws it red. */
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { hasFinePointer } from "./pointer";

/** What the text field and the select share. */
export const CONTROL =
  "h-8 w-full min-w-0 rounded-lg border border-edge bg-page px-2.5 text-sm text-ink " +
  "placeholder:text-muted disabled:opacity-50 aria-invalid:border-danger pointer-coarse:h-10 " +
  "max-md:text-base";

/** `autoFocus` leaves a phone alone. */
export function Input({ className, autoFocus, ...props }: ComponentProps<"input">) {
  return <input className={cn(CONTROL, className)} autoFocus={autoFocus && hasFinePointer()} {...props} />;
}
