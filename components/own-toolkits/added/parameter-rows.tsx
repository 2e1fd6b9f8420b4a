/** The arguments of a tool: name, place, type, whether it is required, and words for a model. */
"use client";
import { Plus, Trash2 } from "lucide-react";
import { FieldError } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ParameterFacts } from "./parameter-facts";
import { hasBody, newParameter, PLACES, TYPES, type Parameter, type ToolDraft } from "./tool-draft";

type ParameterRowsProps = {
  draft: ToolDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: ToolDraft) => void;
};

export function ParameterRows({ draft, errors, onChange }: ParameterRowsProps) {
  const { parameters, kind } = draft;
  const set = (key: number, change: Partial<Parameter>) =>
    onChange({ ...draft, parameters: parameters.map((row) => (row.key === key ? { ...row, ...change } : row)) });
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">{kind === "graphql" ? "Variable descriptions" : "Parameters"}</legend>
      {kind === "graphql" ? (
        <p className="text-xs text-muted">
          All variables in the document become arguments. Add the ones you want to describe.
        </p>
      ) : null}
      <ul className="divide-y rounded-lg border empty:hidden">
        {parameters.map((row, index) => (
          <li key={row.key} className="p-3">
            <Row
              row={row}
              number={index + 1}
              draft={draft}
              error={errors[`parameters.${index}`]}
              onChange={(change) => set(row.key, change)}
              onRemove={() => onChange({ ...draft, parameters: parameters.filter(({ key }) => key !== row.key) })}
            />
          </li>
        ))}
      </ul>
      <Button
        type="button"
        variant="outline"
        onClick={() => onChange({ ...draft, parameters: [...parameters, newParameter(draft)] })}
      >
        <Plus aria-hidden /> Add a {kind === "graphql" ? "variable" : "parameter"}
      </Button>
    </fieldset>
  );
}

type RowProps = {
  row: Parameter;
  number: number;
  draft: ToolDraft;
  error: string | undefined;
  onChange: (change: Partial<Parameter>) => void;
  onRemove: () => void;
};

function Row({ row, number, draft, error, onChange, onRemove }: RowProps) {
  const what = row.name.trim() || `parameter ${number}`;
  return (
    <div className="space-y-2">
      <div className="flex gap-2">
        <Input
          aria-label={`Name of ${what}`}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name"
          value={row.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          className="flex-1 font-mono"
        />
        <Button
          type="button"
          variant="ghost"
          size="icon"
          aria-label={`Remove ${what}`}
          title="Remove"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {draft.kind === "http" ? <Kind row={row} what={what} draft={draft} onChange={onChange} /> : null}
      <Input
        aria-label={`Description of ${what}`}
        autoComplete="off"
        maxLength={1000}
        placeholder="What the model should enter here"
        value={row.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Input
        aria-label={`Allowed values of ${what}`}
        autoComplete="off"
        placeholder="Allowed values, separated by commas (optional)"
        value={row.allowed}
        onChange={(event) => onChange({ allowed: event.currentTarget.value })}
      />
      {draft.kind === "http" ? <ParameterFacts row={row} what={what} onChange={onChange} /> : null}
      <FieldError>{error}</FieldError>
    </div>
  );
}

type KindProps = Pick<RowProps, "row" | "draft" | "onChange"> & { what: string };

const Kind = ({ row, what, draft, onChange }: KindProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <Select
      aria-label={`Place of ${what}`}
      value={row.in}
      onChange={(event) => onChange({ in: event.currentTarget.value as Parameter["in"] })}
      className="w-28"
    >
      {Object.entries(PLACES).map(([place, label]) =>
        place === "body" && !hasBody(draft) && row.in !== "body" ? null : (
          <option key={place} value={place}>
            {label}
          </option>
        ),
      )}
    </Select>
    <Select
      aria-label={`Type of ${what}`}
      value={row.type}
      onChange={(event) => onChange({ type: event.currentTarget.value as Parameter["type"] })}
      className="w-36"
    >
      {Object.entries(TYPES).map(([type, label]) => (
        <option key={type} value={type}>
          {label}
        </option>
      ))}
    </Select>
    <Checkbox
      label="Required"
      aria-label={`${what} is required`}
      disabled={row.in === "path"}
      checked={row.required || row.in === "path"}
      onChange={(event) => onChange({ required: event.currentTarget.checked })}
    />
  </div>
);
