/** One argument of a tool: whether calls can choose it, and which values are allowed. */
"use client";
import { Checkbox } from "@/components/ui/checkbox";
import { Badge } from "@/components/ui/badge";
import { Field } from "@/components/parts/forms/field";
import { Segmented } from "@/components/parts/forms/segmented";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { Argument, ArgumentDraft, ArgumentMode } from "./override-draft";

const MODES = [
  { key: "usual", label: "As described" },
  { key: "default", label: "Default" },
  { key: "fixed", label: "Fixed" },
] as const satisfies readonly { key: ArgumentMode; label: string }[];

type ArgumentRowProps = {
  argument: Argument;
  draft: ArgumentDraft;
  error: string | undefined;
  mayChange: boolean;
  onChange: (draft: ArgumentDraft) => void;
};

export function ArgumentRow({ argument, draft, error, mayChange, onChange }: ArgumentRowProps) {
  const { name, type, description, required, choices } = argument;
  return (
    <li className="space-y-3 border-t p-4 first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-sm font-medium wrap-anywhere">{name}</span>
            <span className="text-xs text-muted">{type}</span>
            {required ? <Badge>Required</Badge> : null}
          </p>
          {description ? <p className="mt-1 line-clamp-2 text-xs text-muted">{description}</p> : null}
        </div>
        <Segmented
          label={`Value of ${name}`}
          options={MODES}
          value={draft.mode}
          onChange={(mode) => mayChange && onChange({ ...draft, mode })}
        />
      </div>
      {draft.mode === "usual" ? null : <ValueField {...{ argument, draft, error, mayChange, onChange }} />}
      {choices.length > 0 && draft.mode !== "fixed" ? (
        <AllowedValues {...{ argument, draft, error, mayChange, onChange }} />
      ) : null}
    </li>
  );
}

function ValueField({ argument, draft, error, mayChange, onChange }: ArgumentRowProps) {
  const { name, choices, isText, type } = argument;
  const help =
    draft.mode === "fixed"
      ? "Sent with every call. Agents don’t see the argument and can’t change it."
      : "Used when a call omits the argument.";
  const set = (text: string) => onChange({ ...draft, text });
  return (
    <Field
      label={`${draft.mode === "fixed" ? "Fixed value" : "Default"} of ${name}`}
      help={help}
      {...(error && { error })}
    >
      {(wiring) =>
        choices.length > 0 && isText ? (
          <Select
            {...wiring}
            disabled={!mayChange}
            value={draft.text}
            onChange={(event) => set(event.currentTarget.value)}
          >
            {draft.text === "" ? <option value="">Choose a value</option> : null}
            {choices.map((choice) => (
              <option key={choice} value={toLabel(choice)}>
                {toLabel(choice)}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...wiring}
            autoComplete="off"
            spellCheck={false}
            disabled={!mayChange}
            placeholder={isText ? undefined : `${type}, as JSON`}
            value={draft.text}
            onChange={(event) => set(event.currentTarget.value)}
            className="font-mono"
          />
        )
      }
    </Field>
  );
}

/** A text without its quotes. */
const toLabel = (choice: string): string => (choice.startsWith('"') ? (JSON.parse(choice) as string) : choice);

function AllowedValues({ argument, draft, error, mayChange, onChange }: ArgumentRowProps) {
  const { name, choices } = argument;
  const allowed = new Set(draft.values ?? choices);
  const toggle = (choice: string, isAllowed: boolean) => {
    const values = choices.filter((other) => (other === choice ? isAllowed : allowed.has(other)));
    onChange({ ...draft, values: values.length === choices.length ? null : values });
  };
  return (
    <fieldset disabled={!mayChange}>
      <legend className="text-xs text-muted">Allowed values of {name}</legend>
      <div className="mt-1 flex max-h-48 flex-wrap gap-x-4 overflow-y-auto">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={toLabel(choice)}
            checked={allowed.has(choice)}
            onChange={(event) => toggle(choice, event.currentTarget.checked)}
          />
        ))}
      </div>
      {draft.mode === "usual" && error ? (
        <p role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
