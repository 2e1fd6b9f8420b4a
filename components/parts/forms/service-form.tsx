/**
 * The form of a service that a project can use instead of the server's service: its specific fields, a URL and a key.
 */
"use client";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Input } from "@/components/ui/input";
import { ErrorState } from "../display/error-state";
import { Field } from "./field";
import { Form } from "./form";
import { SaveButton } from "./save-button";
import { useForm, type FormControl, type FormOptions } from "./use-form";
import { useLeaveGuard } from "./use-leave-guard";

type ServiceFormOptions<S extends z.ZodType, N extends string> = Omit<FormOptions<S, N>, "submit"> & {
  /** The message after saving. */
  message: string;
  save: (body: z.input<S>) => Promise<unknown>;
  /** Runs after the message: the caller reloads the settings that it shows. */
  onSaved: () => Promise<unknown>;
};

/** A form over saved settings that asks before unsaved changes are lost. */
export function useServiceForm<S extends z.ZodType, N extends string>({
  message,
  save,
  onSaved,
  ...options
}: ServiceFormOptions<S, N>) {
  const toast = useToast();
  const { initial } = options;
  const form = useForm({
    ...options,
    submit: async (body) => {
      await save(body);
      toast(message);
      await onSaved();
    },
  });
  const dirty = (Object.keys(initial) as N[]).some((name) => (form.values[name] ?? "") !== initial[name]);
  useLeaveGuard(dirty);
  return { form, dirty };
}

type FieldProps<N extends string> = {
  form: { error: (name: N) => string | undefined; control: (name: N) => FormControl };
  optional?: boolean;
};

type AddressFieldProps = FieldProps<"base_url"> & { help: string; placeholder: string };

/** The field `base_url`. */
export const AddressField = ({ form, placeholder, ...props }: AddressFieldProps) => (
  <Field label="URL" error={form.error("base_url")} {...props}>
    {(wiring) => (
      <Input
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        {...wiring}
        {...form.control("base_url")}
      />
    )}
  </Field>
);

type KeyFieldProps = FieldProps<"api_key"> & {
  isStored: boolean;
  /** When the stored key cannot stay. */
  limit: string;
};

/** The field `api_key`: an empty field keeps the stored key. */
export const KeyField = ({ form, isStored, limit, ...props }: KeyFieldProps) => (
  <Field
    label="Key"
    help={isStored ? `A key is stored. Leave empty to keep it. ${limit}` : "Stored encrypted and never shown again."}
    error={form.error("api_key")}
    {...props}
  >
    {(wiring) => <Input type="password" autoComplete="new-password" {...wiring} {...form.control("api_key")} />}
  </Field>
);

type ServiceFormProps = {
  form: Pick<ReturnType<typeof useForm<z.ZodType, string>>, "onSubmit" | "pending" | "failure">;
  dirty: boolean;
  /** As it follows "The": "language model". */
  service: string;
  /** As it follows "Save": "model". */
  noun: string;
  children: ReactNode;
};

export function ServiceForm({ form, dirty, service, noun, children }: ServiceFormProps) {
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      {children}
      {form.failure ? <ErrorState title={`Couldn’t save the ${service}`} error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving={`Saving ${noun}`}>
        {`Save ${noun}`}
      </SaveButton>
    </Form>
  );
}
