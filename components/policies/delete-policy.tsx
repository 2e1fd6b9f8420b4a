/** Asks before a policy is deleted. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { policiesApi } from "@/generated/addresses/policies";
import { mutation } from "@/lib/contract/client";
import type { Policy } from "./policy-draft";

export function DeletePolicy({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const remove = useMutation(
    mutation(policiesApi.deletePolicy, useQueryClient(), { refresh: [policiesApi.listPolicies] }),
  );
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
