/**
 * The decision about a waiting call: once, for the session, always, or denied. A decision with far-reaching effects
 * needs a confirmation.
 */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { mutation } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { DECIDED, type Approval, type Decision } from "./approval-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const { getApproval, listApprovals, countApprovals, listApprovalRules } = approvalsApi;
const REFRESH = { refresh: [getApproval, listApprovals, countApprovals, listApprovalRules] };

type Confirmation = { title: string; consequence: string; action: string };

/** The confirmation that a decision needs; undefined if it takes effect at once. */
function askedAgain(decision: Decision, { tool_slug: tool, tags }: Approval): Confirmation | undefined {
  if (decision === "deny")
    return {
      title: `Deny ${tool}?`,
      consequence: "Nothing is sent. The agent is told that it was denied, and why.",
      action: "Deny the call",
    };
  if (decision === "always")
    return {
      title: `Always allow ${tool}?`,
      consequence:
        `${tool} then runs unasked for every user, in all sessions without a setting of their own for it. ` +
        "Its waiting calls run now. You can remove the rule under Rules.",
      action: "Always allow it",
    };
  if (!tags.includes("destructiveHint")) return undefined;
  return {
    title: `Run ${tool}?`,
    consequence:
      decision === "session"
        ? "The tool can delete or overwrite things, and the rest of the session may then use it unasked."
        : "The tool can delete or overwrite things. What it does may not be possible to take back.",
    action: DECIDED[decision].replace("Approved", "Approve"),
  };
}

export function DecideCall({ approval }: { approval: Approval }) {
  const toast = useToast();
  const mayLoosen = useMay("project:write");
  const [pendingDecision, setAsking] = useState<Decision | null>(null);
  const [reason, setReason] = useState("");
  const decide = useMutation(mutation(approvalsApi.decideApproval, useQueryClient(), REFRESH));
  const send = (decision: Decision) =>
    decide.mutate(
      { params: { id: approval.id }, body: { decision, ...(decision === "deny" && reason.trim() && { reason }) } },
      {
        onSuccess: () => {
          setAsking(null);
          toast(DECIDED[decision]);
        },
      },
    );
  const choose = (decision: Decision) => {
    decide.reset();
    if (askedAgain(decision, approval)) setAsking(decision);
    else send(decision);
  };
  const again = pendingDecision && askedAgain(pendingDecision, approval);
  return (
    <section aria-label="Decision" className="space-y-3">
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        <Button disabled={decide.isPending} onClick={() => choose("once")}>
          Approve once
        </Button>
        <Button variant="outline" disabled={decide.isPending} onClick={() => choose("session")}>
          Approve for this session
        </Button>
        {mayLoosen ? (
          <Button variant="outline" disabled={decide.isPending} aria-haspopup="dialog" onClick={() => choose("always")}>
            Always approve this tool
          </Button>
        ) : null}
        <Button
          variant="outline"
          className="text-danger"
          disabled={decide.isPending}
          aria-haspopup="dialog"
          onClick={() => choose("deny")}
        >
          Deny
        </Button>
      </div>
      {decide.isError && pendingDecision === null ? <ErrorState error={decide.error} /> : null}
      {pendingDecision && again ? (
        <ConfirmDialog
          {...again}
          onClose={() => setAsking(null)}
          pending={decide.isPending}
          error={decide.error}
          onConfirm={() => send(pendingDecision)}
        >
          {pendingDecision === "deny" ? (
            <Field label="Reason" optional help="The agent reads it.">
              {(wiring) => (
                <Input
                  {...wiring}
                  maxLength={500}
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
              )}
            </Field>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
