/** The project's settings for tools without a rule: the default, how long a call waits, and its approvers. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { DEFAULTS, type Default } from "./approval-words";
import { ApproversSetting } from "./approvers-setting";

const { getApprovalPolicy } = approvalsApi;
const LIVES: readonly (readonly [number, string])[] = [
  [60, "1 minute"],
  [600, "10 minutes"],
  [3600, "1 hour"],
  [28_800, "8 hours"],
  [86_400, "24 hours"],
];

/** Also of the fields while they load: a text that wraps moves what is below it. */
const HELP = {
  Default: "For tools without a rule, in sessions without their own setting.",
  Timeout: "After that, the call fails.",
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : "");

export function ApprovalPolicy({ may }: { may: boolean }) {
  const toast = useToast();
  const policy = useQuery(query(getApprovalPolicy, {}));
  const change = useMutation(
    mutation(approvalsApi.updateApprovalPolicy, useQueryClient(), { refresh: [getApprovalPolicy] }),
  );
  const save = (body: { default?: Default; expires_in_seconds?: number }) =>
    change.mutate(
      { body },
      {
        onSuccess: () => toast("Saved"),
        onError: (error) => toast(`Not saved. ${sentenceOf(error)}`, { tone: "error" }),
      },
    );
  if (policy.isError && !policy.data) return <ErrorState error={policy.error} />;
  if (!policy.data) return <PolicyShape />;
  const { default: usual, expires_in_seconds: life, approvers } = policy.data;
  const lives = LIVES.some(([seconds]) => seconds === life) ? LIVES : [...LIVES, [life, `${life} seconds`] as const];
  return (
    <div className="space-y-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Default" help={HELP.Default}>
          {(wiring) => (
            <Select
              {...wiring}
              value={usual}
              disabled={!may || change.isPending}
              onChange={(event) => save({ default: event.currentTarget.value as Default })}
            >
              {Object.entries(DEFAULTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Timeout" help={HELP.Timeout}>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(life)}
              disabled={!may || change.isPending}
              onChange={(event) => save({ expires_in_seconds: Number(event.currentTarget.value) })}
            >
              {lives.map(([seconds, label]) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <ApproversSetting key={JSON.stringify(approvers)} approvers={approvers} />
    </div>
  );
}

/** As high as the loaded content, so that nothing below it moves. */
const PolicyShape = () => (
  <div className="space-y-6" aria-busy="true">
    <div className="grid gap-4 sm:grid-cols-2">
      {Object.entries(HELP).map(([label, help]) => (
        <Field key={label} label={label} help={help}>
          {() => <Skeleton className="h-8" />}
        </Field>
      ))}
    </div>
    <Skeleton className="h-54.5 rounded-lg sm:h-49.5" />
  </div>
);
