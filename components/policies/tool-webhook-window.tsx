/** Creates or changes the tool-execution webhook of the project, and shows the secret of a new one. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field, FieldError } from "@/components/parts/forms/field";
import { requiredAddress, useTried } from "@/components/parts/forms/use-tried";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { NewSecret } from "@/components/webhooks/new-secret";
import { toolWebhookApi } from "@/generated/addresses/webhooks/tool-calls";
import { mutation, type ResultOf } from "@/lib/contract/client";

export type ToolWebhook = NonNullable<ResultOf<typeof toolWebhookApi.getToolWebhook>["webhook"]>;
type Draft = { url: string; before: boolean; after: boolean; seconds: string; onFailure: ToolWebhook["on_failure"] };

export const FAILURE_WORDS = { block: "Block the call", continue: "Let the call run" } as const;

const toDraft = (webhook: ToolWebhook | null): Draft => ({
  url: webhook?.url ?? "",
  before: webhook?.before_execute ?? true,
  after: webhook?.after_execute ?? false,
  seconds: String(webhook?.timeout_seconds ?? 5),
  onFailure: webhook?.on_failure ?? "block",
});

const isSeconds = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 30;

function useSave(onClose: () => void) {
  const toast = useToast();
  const save = useMutation(
    mutation(toolWebhookApi.setToolWebhook, useQueryClient(), { refresh: [toolWebhookApi.getToolWebhook] }),
  );
  const submit = ({ url, before, after, seconds, onFailure }: Draft) =>
    save.mutate(
      {
        body: {
          url: url.trim(),
          before_execute: before,
          after_execute: after,
          timeout_seconds: Number(seconds.trim()),
          on_failure: onFailure,
        },
      },
      {
        onSuccess: ({ secret }) => {
          toast("Webhook saved");
          if (secret === null) onClose();
        },
      },
    );
  return { submit, isPending: save.isPending, error: save.error, secret: save.data?.secret ?? null };
}

/** Open while it is rendered. */
export function ToolWebhookWindow({ webhook, onClose }: { webhook: ToolWebhook | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(webhook));
  const { submit, isPending, error: failure, secret } = useSave(onClose);
  const { mayGo, error } = useTried({
    url: requiredAddress(draft.url, "Enter a URL."),
    moments: draft.before || draft.after ? undefined : "Choose at least one.",
    seconds: isSeconds(draft.seconds.trim()) ? undefined : "Enter a whole number from 1 to 30.",
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) submit(draft);
  };
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={secret ? "The webhook’s secret" : webhook ? "Change the webhook" : "Set up the webhook"}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {secret ? (
          <NewSecret secret={secret} isShownOnce />
        ) : (
          <form noValidate onSubmit={onSubmit} className="space-y-5">
            <Fields draft={draft} change={change} errorOf={error} />
            {failure ? <ErrorState title="Couldn’t save the webhook" error={failure} /> : null}
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
              <Button type="submit" disabled={isPending}>
                {isPending ? "Saving webhook" : "Save webhook"}
              </Button>
            </div>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}

type FieldsProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errorOf: (name: "url" | "moments" | "seconds") => string | undefined;
};

function Fields({ draft, change, errorOf }: FieldsProps) {
  return (
    <>
      <Field label="URL" help="Responds to each request with a verdict." error={errorOf("url")}>
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://app.example.com/verdicts"
            value={draft.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">When it is asked</legend>
        <Checkbox
          label="Before a call runs"
          checked={draft.before}
          onChange={(event) => change({ before: event.currentTarget.checked })}
        />
        <Checkbox
          label="About each result, before the caller gets it"
          checked={draft.after}
          onChange={(event) => change({ after: event.currentTarget.checked })}
        />
        <FieldError>{errorOf("moments")}</FieldError>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Time limit in seconds" error={errorOf("seconds")}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              autoComplete="off"
              value={draft.seconds}
              onChange={(event) => change({ seconds: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Without a valid response">
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.onFailure}
              onChange={(event) => change({ onFailure: event.currentTarget.value as Draft["onFailure"] })}
            >
              {Object.entries(FAILURE_WORDS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}
