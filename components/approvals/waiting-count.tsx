/** The number of calls that wait for a decision, next to the name of the page. */
"use client";
import { useAttention } from "@/components/attention/use-attention";
import { cn } from "@/components/ui/cn";

export function WaitingCount({ compact }: { compact: boolean }) {
  const waiting = useAttention().data?.approvals ?? 0;
  if (waiting === 0) return null;
  return (
    <span
      className={cn(
        "rounded-full bg-amber-tint px-1.5 text-xs font-medium text-amber tabular-nums",
        compact ? "absolute -top-1 -right-1" : "ml-auto",
      )}
    >
      {waiting > 99 ? "99+" : waiting}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
