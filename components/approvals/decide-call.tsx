/** The decision about a waiting call: once, for the session, always, or denied. */
"use client";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import type { Approval } from "./approval-words";
import { useDecision } from "./use-decision";

export function DecideCall({ approval }: { approval: Approval }) {
  const mayLoosen = useMay("project:write");
  const { identical_waiting: identical } = approval;
  const { choose, isPending, error, dialog } = useDecision();
  return (
    <div role="group" aria-label="Decision" className="space-y-3">
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <Button disabled={isPending} onClick={() => choose("once", approval)}>
          Approve once
        </Button>
        {identical > 0 ? (
          <Button variant="outline" disabled={isPending} onClick={() => choose("once", approval, true)}>
            Approve all {identical + 1} identical calls
          </Button>
        ) : null}
        <Button variant="outline" disabled={isPending} onClick={() => choose("session", approval)}>
          Approve for this session
        </Button>
        {mayLoosen ? (
          <Button
            variant="outline"
            disabled={isPending}
            aria-haspopup="dialog"
            onClick={() => choose("always", approval)}
          >
            Always approve this tool
          </Button>
        ) : null}
        <Button
          variant="outline"
          className="text-danger"
          disabled={isPending}
          aria-haspopup="dialog"
          onClick={() => choose("deny", approval)}
        >
          Deny
        </Button>
      </div>
      {error ? <ErrorState error={error} /> : null}
      {dialog}
    </div>
  );
}
