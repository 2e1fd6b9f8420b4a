/** A form with one code: of an authenticator app, or a recovery code. */
"use client";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

const EMPTY = { code: "Enter a code." };

type CodeFormProps = {
  /** The verb and the thing, and the words during the work. */
  action: string;
  working: string;
  /** The title of a failure. */
  failed: string;
  help?: string;
  /** The only action of a page, or one of a window. */
  isPage?: boolean;
  /** A button before the action. */
  cancel?: ReactNode;
  submit: (code: string) => Promise<void>;
};

export function CodeForm({ action, working, failed, help, isPage = false, cancel, submit }: CodeFormProps) {
  const form = useForm({
    schema: () => import("../form-schemas").then(({ FactorCode }) => FactorCode),
    initial: { code: "" },
    empty: EMPTY,
    words: { code: "Enter a shorter code." },
    submit: ({ code }) => submit(code),
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field label="Code" help={help} error={form.error("code")}>
        {(wiring) => (
          <Input
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            className="font-mono"
            {...wiring}
            {...form.control("code")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title={failed} error={form.failure} /> : null}
      <div className="flex justify-end gap-2">
        {cancel}
        <Button type="submit" disabled={form.pending} {...(isPage && { size: "lg", className: "w-full" })}>
          {form.pending ? working : action}
        </Button>
      </div>
    </Form>
  );
}
