/** The fields of a scheme's credentials as its toolkit describes them. */
"use client";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/parts/forms/field";
import type { FormControl } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toHint, type CredentialField } from "./credential-form";

export type FormParts = { control: (name: string) => FormControl; error: (name: string) => string | undefined };

type CredentialFieldsProps = FormParts & {
  fields: readonly CredentialField[];
  /** Values that are stored, secrets masked; a secret among them is replaced on request only. */
  stored?: Readonly<Record<string, string>>;
};

export function CredentialFields({ fields, stored: storedTexts = {}, ...form }: CredentialFieldsProps) {
  return (
    <>
      {fields.map((field) => {
        const maskedValue = storedTexts[field.name];
        return field.is_secret && maskedValue ? (
          <StoredSecret key={field.name} field={field} shown={maskedValue} {...form} />
        ) : (
          <CredentialInput key={field.name} field={field} {...form} />
        );
      })}
    </>
  );
}

function CredentialInput({
  field,
  control,
  error,
  autoFocus,
}: FormParts & { field: CredentialField; autoFocus?: boolean }) {
  return (
    <Field
      label={field.displayName}
      optional={!field.required || Boolean(field.default)}
      help={toHint(field)}
      error={error(field.name)}
    >
      {(wiring) =>
        field.type === "text" ? (
          <Textarea
            rows={6}
            className="font-mono text-xs"
            autoComplete="off"
            spellCheck={false}
            autoFocus={autoFocus}
            {...wiring}
            {...control(field.name)}
          />
        ) : (
          <Input
            type={field.is_secret ? "password" : "text"}
            autoComplete={field.is_secret ? "new-password" : "off"}
            spellCheck={false}
            autoFocus={autoFocus}
            placeholder={field.default ?? undefined}
            {...wiring}
            {...control(field.name)}
          />
        )
      }
    </Field>
  );
}

function StoredSecret({ field, shown: maskedValue, ...form }: FormParts & { field: CredentialField; shown: string }) {
  const [replacing, setReplacing] = useState(false);
  if (replacing)
    return (
      <CredentialInput
        field={{ ...field, required: false, description: "Leave empty to keep the stored value." }}
        autoFocus
        {...form}
      />
    );
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-medium">{field.displayName}</p>
      <p className="flex items-center gap-3">
        <code className="font-mono text-xs">{maskedValue === "..." ? "Stored" : maskedValue}</code>
        <Button variant="outline" aria-label={`Replace ${field.displayName}`} onClick={() => setReplacing(true)}>
          <PenLine aria-hidden /> Replace
        </Button>
      </p>
    </div>
  );
}
