/** The table's elements with our rhythm: 13 px text, hairlines, quiet headings. */
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-sm", className)} {...props} />;
}

export function TableHeading({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4",
        className,
      )}
      {...props}
    />
  );
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-t first:border-t-0", className)} {...props} />;
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-11 px-3 py-1.5 align-middle first:pl-4 last:pr-4", className)} {...props} />;
}
