/** Leaving the organization. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { chooseProject, mutation } from "@/lib/contract/client";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

/** `isOnlyOwner`: the organization would have no owner afterwards. */
export function Leave({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  const [isConfirming, setAsking] = useState(false);
  const leave = useMutation(mutation(accessApi.leaveOrganization, useQueryClient()));
  const go = ({ signed_out: isOut }: { signed_out: boolean }) => {
    chooseProject(null);
    window.location.assign(isOut ? "/login" : "/"); // a whole load, so that nothing of the organization stays in memory
  };
  if (isOnlyOwner)
    return <p className="text-sm text-muted">You are the only owner. To leave, make somebody else an owner first.</p>;
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Leave the organization
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Leave the organization?"
          consequence="You lose access to all of its projects at once. What you made stays, and only a new invitation brings you back."
          action="Leave"
          pending={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate({}, { onSuccess: go })}
        />
      ) : null}
    </>
  );
}
