/**
 * A small label with a color. Colors mean a status, so they are shown with an icon (see parts/display/status-badge).
 */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const look = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 rounded-md px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        green: "bg-green-tint text-green",
        blue: "bg-blue-tint text-blue",
        amber: "bg-amber-tint text-amber",
        red: "bg-red-tint text-red",
        grey: "bg-grey-tint text-grey",
        violet: "bg-violet-tint text-violet",
      },
    },
    defaultVariants: { tone: "grey" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof look>["tone"]>;

export function Badge({ className, tone, ...props }: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return <span className={cn(look({ tone }), className)} {...props} />;
}
