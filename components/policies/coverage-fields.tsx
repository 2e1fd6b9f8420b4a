/** The part of a policy's form about the calls that it covers. */
"use client";
import { Plus, Trash2 } from "lucide-react";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CoveragePickers } from "./coverage-pickers";
import { NO_VALUE, type ConditionDraft, type Draft } from "./policy-draft";
import { OPERATORS } from "./policy-words";

export type PartProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errorOf: (name: string) => string | undefined;
};

export function CoverageFields({ draft, change, errorOf }: PartProps) {
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1 text-sm font-semibold">Calls</legend>
      <CoveragePickers draft={draft} change={change} />
      <Conditions draft={draft} change={change} errorOf={errorOf} />
    </fieldset>
  );
}

const NEW: ConditionDraft = { path: "", operator: "equals", value: "" };

function Conditions({ draft: { conditions }, change, errorOf }: PartProps) {
  const replace = (index: number, part: Partial<ConditionDraft>) =>
    change({ conditions: conditions.map((entry, n) => (n === index ? { ...entry, ...part } : entry)) });
  return (
    <div className="space-y-3">
      {conditions.map((condition, index) => (
        <ConditionRow
          // Rows have no identity of their own.
          key={index}
          number={index + 1}
          condition={condition}
          pathError={errorOf(`path${index}`)}
          valueError={errorOf(`value${index}`)}
          change={(part) => replace(index, part)}
          remove={() => change({ conditions: conditions.filter((_, n) => n !== index) })}
        />
      ))}
      <Button variant="outline" onClick={() => change({ conditions: [...conditions, NEW] })}>
        <Plus aria-hidden /> Add a condition on arguments
      </Button>
    </div>
  );
}

type RowProps = {
  number: number;
  condition: ConditionDraft;
  pathError: string | undefined;
  valueError: string | undefined;
  change: (part: Partial<ConditionDraft>) => void;
  remove: () => void;
};

function ConditionRow({ number, condition, pathError, valueError, change, remove }: RowProps) {
  const { path, operator, value } = condition;
  return (
    <div className="grid items-start gap-3 rounded-md border p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field label={`Field ${number}`} {...(pathError && { error: pathError })}>
        {(wiring) => (
          <Input
            {...wiring}
            placeholder="to, items.*.price or **"
            spellCheck={false}
            autoComplete="off"
            value={path}
            onChange={(event) => change({ path: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={`Condition ${number}`}>
        {(wiring) => (
          <Select
            {...wiring}
            value={operator}
            onChange={(event) => change({ operator: event.currentTarget.value as ConditionDraft["operator"] })}
          >
            {Object.entries(OPERATORS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={`Value ${number}`} {...(valueError && { error: valueError })}>
        {(wiring) => (
          <Input
            {...wiring}
            placeholder={NO_VALUE.includes(operator) ? "None needed" : "Separate several with commas"}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        )}
      </Field>
      <Button
        variant="ghost"
        size="icon"
        className="sm:mt-6.5"
        aria-label={`Remove condition ${number}`}
        title="Remove"
        onClick={remove}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
