/** A grey block in the shape of the content that loads. */
import { cn } from "./cn";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse rounded-md bg-hover", className)} />;
}
