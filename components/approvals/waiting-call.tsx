/** A waiting call, in place: its effect, the reason for the question, the remaining time, and the decision. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useMay } from "@/components/access/use-session";
import { AccountLink } from "@/components/connected-accounts/account-link";
import { ErrorState } from "@/components/parts/display/error-state";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { approvalHref, type Approval } from "./approval-words";
import { CallArguments } from "./call-arguments";
import { toApproversText } from "./approvers-words";
import { Countdown } from "./countdown";
import { DecideCall } from "./decide-call";

const EVERY_MS = 2_000;

/** @param onDecided called once, after a decision here or elsewhere, or when the time is over */
export function WaitingCall({ id, onDecided }: { id: string; onDecided?: () => void }) {
  const approval = useQuery({
    ...query(approvalsApi.getApproval, { params: { id } }),
    refetchInterval: ({ state }) => ((state.data?.state ?? "waiting") === "waiting" ? EVERY_MS : false),
  });
  const isOver = approval.data !== undefined && approval.data.state !== "waiting";
  const wasReported = useRef(false);
  useEffect(() => {
    if (!isOver || wasReported.current) return;
    wasReported.current = true;
    onDecided?.();
  }, [isOver, onDecided]);
  if (approval.isError && !approval.data) return <ErrorState title="Couldn’t load the call" error={approval.error} />;
  if (!approval.data) return <Skeleton className="h-28 rounded-lg" />;
  return isOver ? null : <Question approval={approval.data} />;
}

function Question({ approval }: { approval: Approval }) {
  const may = useMay("sessions:write");
  const client = useQueryClient();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: [approvalsApi.getApproval.id] }),
    [client],
  );
  const { title, toolkit_slug: toolkit, why, account, expires_at: until } = approval;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <ToolkitLogo slug={toolkit} className="size-5" />
        <Link
          href={approvalHref(approval.id)}
          className="min-w-0 rounded-sm text-sm font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <span className="ml-auto text-xs text-muted">
          Time left: <Countdown until={until} onEnd={refresh} />
        </span>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {why}
        {account ? (
          <>
            {" "}
            It would use the account <AccountLink id={account.id} /> ({account.rule}).
          </>
        ) : null}
      </p>
      <CallArguments values={approval.arguments} />
      {may && approval.may_decide ? (
        <DecideCall approval={approval} />
      ) : (
        <p className="text-sm text-muted">Can decide: {toApproversText(approval.approvers)}.</p>
      )}
    </div>
  );
}
