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
import { organizationPoliciesApi } from "@/generated/addresses/policies/organization";
import { mutation } from "@/lib/contract/client";
import { ActionFields } from "./action-fields";
import { CoverageFields } from "./coverage-fields";
import { coversAll, findProblems, toBody, toDraft, type Draft, type Policy } from "./policy-draft";
import { TryPolicy } from "./try-policy";
import { REFRESH, REFRESH_ABOVE, usePolicyChanges, type PolicyScope } from "./use-policy-changes";

/** What a policy that covers everything does: easily made, because every field of it is optional. */
const STOPS: Partial<Record<Draft["act"], (where: string) => string>> = {
  deny: (where) => `This denies every call in ${where}. Choose toolkits, tools or users to deny fewer.`,
  ask: (where) => `Every call in ${where} will wait for an approval, or fail where no one can be asked.`,
};
const WHERE: Readonly<Record<PolicyScope, string>> = {
  project: "this project",
  organization: "every project of the organization",
};

/** Creates the policy, or changes it. */
function useSave(scope: PolicyScope, policy: Policy | null, onClose: () => void) {
  const toast = useToast();
  const client = useQueryClient();
  const createOwn = useMutation(mutation(policiesApi.createPolicy, client, REFRESH));
  const createAbove = useMutation(mutation(organizationPoliciesApi.createOrganizationPolicy, client, REFRESH_ABOVE));
  const { update } = usePolicyChanges(scope);
  const create = scope === "organization" ? createAbove : createOwn;
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

type WindowProps = {
  scope: PolicyScope;
  policy: Policy | null;
  /** The beginning of a new budget; the window then speaks of budgets. */
  initial?: Partial<Draft>;
  onClose: () => void;
};

const TITLES: Readonly<Record<PolicyScope, string>> = {
  project: "Create policy",
  organization: "Create organization policy",
};
const OF_BUDGETS = { create: "Create budget", change: "Change budget", save: "Save budget" };
const OF_POLICIES = { create: "Create policy", change: "Change policy", save: "Save policy" };

/** Open while it is rendered. */
export function PolicyWindow({ scope, policy, initial, onClose }: WindowProps) {
  const [draft, setDraft] = useState(() => ({ ...toDraft(policy), ...(!policy && initial) }));
  const { save, isPending, error: failure } = useSave(scope, policy, onClose);
  const { mayGo, mayTry, errorOf: error } = useProblems(draft);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const words = initial ? OF_BUDGETS : OF_POLICIES;
  const stops = STOPS[draft.act];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) save(draft);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={policy ? words.change : initial ? words.create : TITLES[scope]}>
        <form noValidate onSubmit={submit} className="space-y-5">
          <Field label="Name" help="Shown to callers and in the logs." error={error("name")}>
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
          {!policy && stops && coversAll(draft) ? <Alert tone="warning">{stops(WHERE[scope])}</Alert> : null}
          {failure ? <ErrorState title="Couldn’t save the policy" error={failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={isPending}>
              {policy ? words.save : words.create}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
