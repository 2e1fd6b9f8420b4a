/** The switch of owners that requires two-step sign-in of all members. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { countOf } from "@/lib/contract/count-of";
import type { Member } from "./role-words";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type SecondStepRuleProps = {
  isRequired: boolean;
  members: readonly Member[];
  /** Whether `members` are all members. */
  isAll: boolean;
};

const inWords = (lacking: number, isAll: boolean): string => {
  const count = countOf(lacking, "member");
  if (lacking === 0) return isAll ? "All members have it." : "All members listed above have it.";
  return `${count} ${isAll ? "" : "listed above "}${lacking === 1 ? "doesn’t" : "don’t"} have it yet.`;
};

export function SecondStepRule({ isRequired, members, isAll }: SecondStepRuleProps) {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const update = useMutation(
    mutation(accessApi.setSecondStepRule, useQueryClient(), { refresh: [accessApi.listMembers] }),
  );
  const lacking = members.filter(({ has_second_step: hasStep }) => hasStep === false).length;
  const close = () => {
    update.reset();
    setConfirming(false);
  };
  const change = () =>
    update.mutate(
      { body: { required: !isRequired } },
      {
        onSuccess: () => {
          toast(isRequired ? "Two-step sign-in is optional" : "Two-step sign-in is required");
          close();
        },
      },
    );
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">
        {isRequired ? "Required for all members. " : "Each member decides. "}
        {inWords(lacking, isAll)}
      </p>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {isRequired ? "Stop requiring it" : "Require two-step sign-in"}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          onClose={close}
          title={isRequired ? "Stop requiring two-step sign-in?" : "Require two-step sign-in?"}
          consequence={
            isRequired
              ? "Members can then turn it off, and sign in with the password alone."
              : "From now on, members without it can only set it up, in all their organizations, even if they sign in " +
                "through a provider. API keys keep working."
          }
          action={isRequired ? "Stop requiring it" : "Require it"}
          pending={update.isPending}
          error={update.error}
          onConfirm={change}
        />
      ) : null}
    </div>
  );
}
