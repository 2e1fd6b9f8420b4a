/** How many accounts a user has, and how many of them need attention. */
import { pluralOf } from "@/lib/contract/count-of";
import { Badge } from "@/components/ui/badge";
import { CircleCheck, CircleX } from "lucide-react";

type AccountCountsProps = {
  accounts: {
    total: number;
    active: number;
    failing: number;
    attempts: number;
  };
  /** Shows the word "accounts"; for use without a heading. */
  named?: boolean;
};

export function AccountCounts({ accounts: { total, active, failing, attempts }, named }: AccountCountsProps) {
  const worked = total - attempts;
  const inactiveCount = worked - active - failing;
  if (worked === 0 && attempts > 0)
    return (
      <span className="whitespace-nowrap text-muted">{attempts.toLocaleString("en")} pending, none connected</span>
    );
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className="font-mono text-xs tabular-nums">{worked.toLocaleString("en")}</span>
      {named ? <span className="-ml-1">{pluralOf(worked, "account")}</span> : null}
      {active > 0 ? (
        <Badge tone="green" className="max-sm:hidden">
          <CircleCheck aria-hidden />
          {active} active
        </Badge>
      ) : null}
      {failing > 0 ? (
        <Badge tone="red">
          <CircleX aria-hidden />
          {failing} failing
        </Badge>
      ) : null}
      {inactiveCount > 0 ? <Badge className="max-sm:hidden">{inactiveCount} not active</Badge> : null}
    </span>
  );
}
