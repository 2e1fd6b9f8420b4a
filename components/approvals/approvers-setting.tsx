/** The approvers of the project's waiting calls: everyone with the permission, or only chosen people. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { mutation } from "@/lib/contract/client";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { ApproverChannels } from "./approver-channels";
import { approversError, ApproversFields } from "./approvers-fields";

const { getApprovalPolicy } = approvalsApi;

export function ApproversSetting({ approvers }: { approvers: Approvers | null }) {
  const mayChange = useMay("project:write");
  const toast = useToast();
  const [draft, setDraft] = useState(approvers);
  const change = useMutation(
    mutation(approvalsApi.updateApprovalPolicy, useQueryClient(), { refresh: [getApprovalPolicy] }),
  );
  const { mayGo, error } = useTried({ people: approversError(draft) });
  const dirty = JSON.stringify(draft) !== JSON.stringify(approvers);
  useLeaveGuard(dirty);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) change.mutate({ body: { approvers: draft } }, { onSuccess: () => toast("Approvers saved") });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4 rounded-lg border p-4">
      <ApproversFields
        draft={draft}
        usual="Everyone with permission, and your app"
        help="Counts for calls that begin to wait from now on."
        disabled={!mayChange}
        error={error("people")}
        onChange={setDraft}
      />
      <ApproverChannels />
      {change.isError ? <ErrorState title="Couldn’t save the approvers" error={change.error} /> : null}
      <SaveButton pending={change.isPending} dirty={dirty} mayChange={mayChange} saving="Saving approvers">
        Save approvers
      </SaveButton>
    </form>
  );
}
