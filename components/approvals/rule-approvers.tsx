/** Chooses who decides about the calls of one rule. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { approversError, ApproversFields } from "./approvers-fields";
import { useRuleSubject } from "./rule-subject";

type Rule = ResultOf<typeof approvalsApi.listApprovalRules>["items"][number];

export function RuleApprovers({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [draft, setDraft] = useState(rule.approvers);
  const { name } = useRuleSubject(rule.subject);
  const toast = useToast();
  const save = useMutation(
    mutation(approvalsApi.setApprovalRule, useQueryClient(), { refresh: [approvalsApi.listApprovalRules] }),
  );
  const { mayGo, error } = useTried({ people: approversError(draft) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    save.mutate(
      { params: { subject: rule.subject }, body: { rule: rule.rule, approvers: draft } },
      {
        onSuccess: () => {
          toast("Approvers saved");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !save.isPending && onClose()}>
      <DialogContent title={`Approvers: ${name ?? rule.subject}`} onInteractOutside={(event) => event.preventDefault()}>
        <form noValidate onSubmit={submit} className="space-y-4">
          <ApproversFields
            draft={draft}
            usual="As in the project’s setting"
            help="Counts for calls that begin to wait from now on."
            error={error("people")}
            onChange={setDraft}
          />
          {save.error ? <ErrorState title="Couldn’t save the approvers" error={save.error} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? "Saving approvers" : "Save approvers"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
