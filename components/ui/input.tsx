/** A text field of one line; `aria-invalid` makes it red. */
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { hasFinePointer } from "./pointer";

/** Styles that the text field and the select share. */
export const CONTROL =
  "h-8 w-full min-w-0 rounded-lg border border-edge bg-page px-2.5 text-sm text-ink " +
  "placeholder:text-muted disabled:opacity-50 aria-invalid:border-danger pointer-coarse:h-10 " +
  "max-md:text-base";

/** `autoFocus` has no effect on a phone. */
export function Input({ className, autoFocus, ...props }: ComponentProps<"input">) {
  return <input className={cn(CONTROL, className)} autoFocus={autoFocus && hasFinePointer()} {...props} />;
}
