/**
 * One decision at a time, with a confirmation if it has far-reaching effects; for the list and for the page of a call.
 */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { Input } from "@/components/ui/input";
import { mutation } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { DECIDED, isDangerous, type Decision, type ListedApproval } from "./approval-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const { getApproval, listApprovals, listApprovalRules } = approvalsApi;
const REFRESH = { refresh: [getApproval, listApprovals, overviewApi.getAttention, listApprovalRules] };

type Confirmation = { title: string; consequence: string; action: string };

/** The confirmation that a decision needs; undefined if it takes effect immediately. */
function toConfirmation(decision: Decision, row: ListedApproval): Confirmation | undefined {
  const { title, tool_slug: tool } = row;
  if (decision === "deny")
    return {
      title: `Deny “${title}”?`,
      consequence: "Nothing is sent. The agent sees that it was denied, and why.",
      action: "Deny the call",
    };
  if (decision === "always")
    return {
      title: `Always allow ${tool}?`,
      consequence:
        `${tool} will then run without approval for every user, in all sessions without their own setting. ` +
        "Waiting calls run now. You can remove the rule under Rules.",
      action: "Always allow it",
    };
  if (!isDangerous(row)) return undefined;
  return {
    title: `Run “${title}”?`,
    consequence:
      decision === "session"
        ? "This tool can delete or overwrite data, and the session can then use it without approval."
        : "This tool can delete or overwrite data. This may be irreversible.",
    action: DECIDED[decision].replace("Approved", "Approve"),
  };
}

/** `identical`: also all other waiting calls that do the same. */
type Choice = { decision: Decision; row: ListedApproval; identical: boolean };

/** `error` is the failure of a decision without a window; a window shows its own. */
export function useDecision() {
  const toast = useToast();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [reason, setReason] = useState("");
  /** Chosen by a key while another decision was still on its way. */
  const next = useRef<Choice | null>(null);
  const decide = useMutation(mutation(approvalsApi.decideApproval, useQueryClient(), REFRESH));
  const send = ({ decision, row, identical }: Choice, inWindow: boolean) =>
    decide.mutate(
      {
        params: { id: row.id },
        body: {
          decision,
          ...(identical && { identical }),
          ...(decision === "deny" && reason.trim() && { reason }),
        },
      },
      {
        onSuccess: () => {
          setChoice(null);
          setReason("");
          toast(DECIDED[decision]);
        },
        onError: (error) => {
          if (!inWindow) toast(error.message, { tone: "error" });
        },
        onSettled: () => {
          const following = next.current;
          next.current = null;
          if (following && following.row.id !== row.id) start(following);
        },
      },
    );
  const start = (newChoice: Choice) => {
    decide.reset();
    if (toConfirmation(newChoice.decision, newChoice.row)) setChoice(newChoice);
    else send(newChoice, false);
  };
  const choose = (decision: Decision, row: ListedApproval, identical = false) => {
    if (decide.isPending) next.current = { decision, row, identical };
    else start({ decision, row, identical });
  };
  const confirmation = choice && toConfirmation(choice.decision, choice.row);
  const dialog =
    choice && confirmation ? (
      <ConfirmDialog
        {...confirmation}
        onClose={() => setChoice(null)}
        pending={decide.isPending}
        error={decide.error}
        onConfirm={() => send(choice, true)}
      >
        {choice.decision === "deny" ? (
          <Field label="Reason" optional help="Shown to the agent.">
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
    ) : null;
  return { choose, isPending: decide.isPending, error: choice ? null : decide.error, dialog };
}
