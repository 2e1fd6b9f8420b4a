/** Chooses several values: a combobox with the chosen values in front of it. */
"use client";
import { X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Combobox, type ComboboxState, type Option } from "./combobox";
import { FieldError } from "./field";

export type PickFieldProps = {
  state: ComboboxState;
  value: readonly string[];
  onChange: (values: string[]) => void;
  label: string;
  /** Shown in the field while nothing is chosen. */
  placeholder: string;
  /** Shown after the first choice. */
  more: string;
  options: readonly Option[];
  /** The content of a value’s chip. */
  chip: (value: string) => ReactNode;
  /** The number of values that can be chosen. */
  most: number;
  error?: string | undefined;
  /** The value of typed text that was not chosen, taken when the field is left; null drops the text. */
  toTyped?: (text: string) => string | null;
  className?: string;
};

export function PickField({ state, value, onChange, label, placeholder, more, options, ...rest }: PickFieldProps) {
  const { chip, most, error, toTyped, className = "w-52" } = rest;
  const id = useId();
  const add = (added: string) => {
    if (value.length < most && !value.includes(added)) onChange([...value, added]);
  };
  const leave = (text: string) => {
    const typed = toTyped?.(text.trim()) ?? null;
    if (typed !== null) add(typed);
    if (toTyped) state.setText("");
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {value.map((entry) => (
        <Chip key={entry} value={entry} onRemove={() => onChange(value.filter((other) => other !== entry))}>
          {chip(entry)}
        </Chip>
      ))}
      <Combobox
        state={state}
        label={label}
        placeholder={value.length > 0 ? more : placeholder}
        options={options.filter((option) => !value.includes(option.value))}
        onChoose={add}
        onLeave={leave}
        {...(value.length > 0 && { onEmptyBackspace: () => onChange(value.slice(0, -1)) })}
        wrong={error ? id : undefined}
        className={className}
      />
      <span className="basis-full empty:hidden">
        <FieldError id={id}>{error}</FieldError>
      </span>
    </div>
  );
}

const Chip = ({ value, onRemove, children }: { value: string; onRemove: () => void; children: ReactNode }) => (
  <span
    title={value}
    className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-lg border bg-surface pr-1 pl-2 text-sm pointer-coarse:h-10"
  >
    {children}
    <button
      type="button"
      aria-label={`Remove ${value}`}
      onClick={onRemove}
      className="flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-8"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  </span>
);
