/** The number of calls that wait for a decision, next to the name of the page. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { cn } from "@/components/ui/cn";
import { query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";

const EVERY_MS = 5_000;

export function WaitingCount({ compact }: { compact: boolean }) {
  const { data } = useQuery({ ...query(approvalsApi.countApprovals, {}), refetchInterval: EVERY_MS, retry: false });
  const waiting = data?.waiting ?? 0;
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
