/** Creates a key of a person or of an organization, and shows it once. Nothing of it is stored when it closes. */
"use client";
import { useState } from "react";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { KeyFormEnd } from "./key-form-end";

export type NewKey = { name: string; expires_in_days?: number };
export type CreatedKey = { name: string; key: string };

export type CreateOtherKeyProps = {
  /** Of the window and its button: "Create organization key". */
  title: string;
  /** What a program can do with the key, and the header in which it sends the key. */
  use: string;
  create: (body: NewKey) => Promise<CreatedKey>;
};

export function CreateOtherKeyWindow({ title, use, create, onClose }: CreateOtherKeyProps & { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <OnceWindow
      title={created ? "Key created" : title}
      description={created ? undefined : use}
      shows={created ? "key" : null}
      onClose={onClose}
    >
      {created ? (
        <div className="space-y-4">
          <Alert tone="warning" title="Copy the key now">
            You won’t be able to see it again; only a hash is stored.
          </Alert>
          <OnceText text={created.key} what="key" label={`Key ${created.name}`} />
          <p className="text-sm text-muted">{use}</p>
        </div>
      ) : (
        <CreateForm create={create} onCreated={setCreated} />
      )}
    </OnceWindow>
  );
}

type CreateFormProps = { create: CreateOtherKeyProps["create"]; onCreated: (created: CreatedKey) => void };

function CreateForm({ create, onCreated }: CreateFormProps) {
  const form = useForm({
    schema: () => import("../form-schemas").then(({ OtherKey }) => OtherKey),
    initial: { name: "", expires_in_days: "" },
    empty: { name: "Enter a name." },
    words: { name: "Use at most 100 characters." },
    submit: async ({ name }) => {
      const days = form.values.expires_in_days;
      onCreated(await create({ name, ...(days && { expires_in_days: Number(days) }) }));
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field label="Name" help="Where it is used, such as “My laptop”." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" autoFocus {...wiring} {...form.control("name")} />}
      </Field>
      <KeyFormEnd form={form} />
    </Form>
  );
}
