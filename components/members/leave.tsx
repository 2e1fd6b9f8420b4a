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
    return <p className="text-sm text-muted">You’re the only owner. Make someone else an owner before you leave.</p>;
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Leave the organization
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Leave the organization?"
          consequence="You’ll lose access to all its projects immediately. What you created stays. To return, you need an invitation."
          action="Leave"
          pending={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate({}, { onSuccess: go })}
        />
      ) : null}
    </>
  );
}
