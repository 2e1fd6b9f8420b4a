/** The form of saved rules: their name, what they are for, and what they allow. */
"use client";
import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { SentTo } from "@/lib/contract/client";
import type { sessionApi } from "@/generated/addresses/sessions";
import { FormSection } from "../settings/form-section";
import { errorsUnder, type Settings } from "../settings/settings-draft";
import { SettingsEditor } from "../settings/settings-editor";
import { useSettingsForm } from "../settings/use-settings-form";

type SavedBody = SentTo<typeof sessionApi.createSavedConfig>["body"];

type SavedFormProps = {
  initial: { name: string; description: string; config: Settings };
  /** The verb and the thing. */
  action: string;
  onSave: (body: SavedBody) => Promise<void>;
  /** The page of new rules is on its way. */
  opening?: boolean;
  /** Shown next to the button. */
  children?: ReactNode;
};

export function SavedForm({ initial, action, onSave, opening = false, children }: SavedFormProps) {
  const [name, setName] = useState(initial.name);
  const [description, setDescription] = useState(initial.description);
  const form = useSettingsForm(initial.config, ({ toolkits, tools, tags }) => {
    const config = { toolkits: toolkits ?? undefined, tools: tools ?? undefined, tags: tags ?? undefined };
    return onSave({ name, description: description.trim() || null, config });
  });
  const { mayGo, error } = useTried({ name: required(name, "Enter a name.") });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) void form.submit();
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="max-w-3xl space-y-5">
      <FormSection title="Name" errors={errorsUnder(form.errors, "name", "description")}>
        <Field label="Name" error={error("name")}>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Description" optional>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
      </FormSection>
      <SettingsEditor
        settings={form.settings}
        onChange={form.setSettings}
        errors={form.errors}
        userId=""
        accessOnly
        onReadable={form.setReadable}
      />
      {form.failure ? <ErrorState title="Couldn’t save the rules" error={form.failure} /> : null}
      <div className="flex flex-wrap items-center gap-3 border-t pt-5">
        <Button type="submit" disabled={form.pending || opening}>
          {form.pending || opening ? "Saving" : action}
        </Button>
        {children}
      </div>
    </form>
  );
}
