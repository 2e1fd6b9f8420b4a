/** What few arguments of a request need: the usual value, the smallest and the largest number, another name, lists. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { hasUsual, isListInQuery, isNumeric, LISTS, type Parameter } from "./tool-draft";

type ParameterFactsProps = { row: Parameter; what: string; onChange: (change: Partial<Parameter>) => void };

const hasFacts = ({ usual, minimum, maximum, sendAs, list }: Parameter): boolean =>
  [usual, minimum, maximum, sendAs].some((text) => text !== "") || list !== "repeat";

export function ParameterFacts(props: ParameterFactsProps) {
  const { row, what } = props;
  const [isOpen, setOpen] = useState(() => hasFacts(row));
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary
        className={cn(
          "flex w-fit cursor-pointer list-none items-center gap-1 rounded-md",
          "text-xs text-muted hover:text-ink [&::-webkit-details-marker]:hidden",
        )}
      >
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        More about {what}
      </summary>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        {hasUsual(row) ? <Usual {...props} /> : null}
        {isNumeric(row) ? (
          <>
            <Text {...props} name="minimum" label="Smallest number" inputMode="decimal" />
            <Text {...props} name="maximum" label="Largest number" inputMode="decimal" />
          </>
        ) : null}
        <Text {...props} name="sendAs" label="Name in the request" isCode />
        {isListInQuery(row) ? <ListForm {...props} /> : null}
      </div>
    </details>
  );
}

type TextProps = ParameterFactsProps & {
  name: "usual" | "minimum" | "maximum" | "sendAs";
  label: string;
  inputMode?: "decimal";
  isCode?: boolean;
};

const Text = ({ row, what, onChange, name, label, inputMode, isCode = false }: TextProps) => (
  <label className="block space-y-1 text-xs text-muted">
    <span>{label}</span>
    <Input
      aria-label={`${label} of ${what}`}
      autoComplete="off"
      spellCheck={false}
      maxLength={name === "usual" ? 2000 : 200}
      inputMode={inputMode}
      value={row[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      className={isCode ? "font-mono" : undefined}
    />
  </label>
);

function Usual(props: ParameterFactsProps) {
  const { row, what, onChange } = props;
  const label = "Default value";
  if (row.type !== "boolean")
    return <Text {...props} name="usual" label={label} {...(isNumeric(row) && { inputMode: "decimal" })} />;
  return (
    <label className="block space-y-1 text-xs text-muted">
      <span>{label}</span>
      <Select
        aria-label={`${label} of ${what}`}
        value={row.usual}
        onChange={(event) => onChange({ usual: event.currentTarget.value })}
      >
        <option value="">None</option>
        <option value="true">Yes</option>
        <option value="false">No</option>
      </Select>
    </label>
  );
}

const ListForm = ({ row, what, onChange }: ParameterFactsProps) => (
  <label className="block space-y-1 text-xs text-muted">
    <span>Form of the list</span>
    <Select
      aria-label={`Form of the list of ${what}`}
      value={row.list}
      onChange={(event) => onChange({ list: event.currentTarget.value as Parameter["list"] })}
    >
      {Object.entries(LISTS).map(([list, label]) => (
        <option key={list} value={list}>
          {label}
        </option>
      ))}
    </Select>
  </label>
);
