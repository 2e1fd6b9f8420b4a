/** The button, in four weights and three sizes; `asChild` lends its look to a link. */
import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap " +
    "transition-colors duration-120 disabled:pointer-events-none disabled:opacity-50 " +
    "aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary hover:bg-primary/85",
        outline: "border border-edge/60 bg-page hover:bg-hover",
        ghost: "text-muted hover:bg-hover hover:text-ink",
        danger: "bg-danger-fill text-white hover:bg-danger-fill/85",
      },
      size: {
        md: "h-8 px-3 text-sm pointer-coarse:h-10",
        lg: "h-10 px-4 text-base",
        icon: "size-8 pointer-coarse:size-10",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof look> & { asChild?: boolean };

export function Button({ className, variant, size, asChild = false, type = "button", ...props }: ButtonProps) {
  const Tag = asChild ? Slot.Root : "button";
  return <Tag className={cn(look({ variant, size }), className)} {...(!asChild && { type })} {...props} />;
}
