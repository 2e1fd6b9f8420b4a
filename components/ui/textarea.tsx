/** A text field of several lines; `aria-invalid` makes it red. */
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { CONTROL } from "./input";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={cn(CONTROL, "h-auto min-h-20 py-1.5 pointer-coarse:h-auto", className)} {...props} />;
}
