/** Creates or changes a policy. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { isWrong, useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { policiesApi } from "@/generated/addresses/policies";
import { mutation } from "@/lib/contract/client";
import { ActionFields } from "./action-fields";
import { CoverageFields } from "./coverage-fields";
import { TryPolicy } from "./try-policy";
import { coversAll, findProblems, toBody, toDraft, type Draft, type Policy } from "./policy-draft";

const REFRESH = { refresh: [policiesApi.listPolicies] };

/** What a policy that covers everything does: easily made, because every field of it is optional. */
const STOPS: Partial<Record<Draft["act"], string>> = {
  deny: "This denies every call in this project. Choose toolkits, tools or users to deny fewer.",
  ask: "Every call in this project will wait for an approval, or fail where nobody can be asked.",
};

/** Creates the policy, or changes it. */
function useSave(policy: Policy | null, onClose: () => void) {
  const toast = useToast();
  const client = useQueryClient();
  const create = useMutation(mutation(policiesApi.createPolicy, client, REFRESH));
  const update = useMutation(mutation(policiesApi.updatePolicy, client, REFRESH));
  const save = (draft: Draft) => {
    const body = toBody(draft, policy);
    const onSuccess = () => {
      toast(policy ? "Policy saved" : "Policy created");
      onClose();
    };
    if (policy)
      update.mutate({ params: { id: policy.id }, body: { ...body, if_updated_at: policy.updated_at } }, { onSuccess });
    else create.mutate({ body }, { onSuccess });
  };
  return { save, isPending: create.isPending || update.isPending, error: create.error ?? update.error };
}

/** The problems of the draft, shown after an attempt to save it, or to try it, for which it needs no name. */
function useProblems(draft: Draft) {
  const problems = findProblems(draft);
  const { mayGo, error } = useTried(problems);
  const [wasTried, setTried] = useState(false);
  const { name: _, ...ofRule } = problems;
  const mayTry = () => {
    setTried(isWrong(ofRule));
    return !isWrong(ofRule);
  };
  const errorOf = (name: string) => error(name) ?? (wasTried ? ofRule[name] : undefined);
  return { mayGo, mayTry, errorOf };
}

/** Open while it is rendered. */
export function PolicyWindow({ policy, onClose }: { policy: Policy | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(policy));
  const { save, isPending, error: failure } = useSave(policy, onClose);
  const { mayGo, mayTry, errorOf: error } = useProblems(draft);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) save(draft);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={policy ? "Change policy" : "Create policy"}>
        <form noValidate onSubmit={submit} className="space-y-5">
          <Field label="Name" help="Callers and the logs show it." error={error("name")}>
            {(wiring) => (
              <Input
                {...wiring}
                maxLength={100}
                autoComplete="off"
                value={draft.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
            )}
          </Field>
          <CoverageFields draft={draft} change={change} errorOf={error} />
          <ActionFields draft={draft} change={change} errorOf={error} />
          <TryPolicy draft={draft} policy={policy} mayTry={mayTry} />
          {!policy && STOPS[draft.act] && coversAll(draft) ? <Alert tone="warning">{STOPS[draft.act]}</Alert> : null}
          {failure ? <ErrorState title="Couldn’t save the policy" error={failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={isPending}>
              {policy ? "Save policy" : "Create policy"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
