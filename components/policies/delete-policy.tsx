/** Asks before a policy is deleted. */
"use client";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import type { Policy } from "./policy-draft";
import { usePolicyChanges, type PolicyScope } from "./use-policy-changes";

type DeleteProps = { scope: PolicyScope; policy: Policy; onClose: () => void };

export function DeletePolicy({ scope, policy, onClose }: DeleteProps) {
  const { remove } = usePolicyChanges(scope);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the policy ${policy.name}?`}
      consequence="It stops applying immediately. To pause it instead, switch it off."
      action="Delete policy"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: policy.id } }, { onSuccess: onClose })}
    />
  );
}
