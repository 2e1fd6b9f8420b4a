/** A text field that offers the values of the connected account. Any other text can be typed. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { stepIn } from "@/components/parts/forms/combobox-step";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { cn } from "@/components/ui/cn";
import { toNumber } from "./field-value";
import { useFormContext, type ControlProps } from "./form-context";
import { narrowValues, type ListedValue } from "./value-lists";

type ValueControlProps = ControlProps & { argument: string; isNumber: boolean };

const toText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** Loads the list while it is open, since each list is a call of a tool. */
function useListed(argument: string, isOpen: boolean) {
  const { lists } = useFormContext();
  return useQuery({
    queryKey: ["values of an argument", argument],
    queryFn: ({ signal }) => lists?.load(argument, signal) ?? [],
    enabled: isOpen,
    // The account or another argument can have changed since.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function ValueControl({ argument, isNumber, label, value, path, wiring, onChange }: ValueControlProps) {
  const { change } = useFormContext();
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [marked, setMarked] = useState(-1);
  const loaded = useListed(argument, isOpen);
  const options = narrowValues(loaded.data ?? [], words);
  const close = () => {
    setOpen(false);
    setMarked(-1);
  };
  const choose = ({ value: next, fills }: ListedValue) => {
    onChange(isNumber ? next : String(next));
    for (const [name, item] of Object.entries(fills)) if (path.length === 1 && item !== undefined) change([name], item);
    close();
  };
  const type = (text: string) => {
    onChange(text === "" ? undefined : isNumber ? toNumber(text.trim()) : text);
    setWords(text);
  };
  const open = () => {
    setWords("");
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isOpen ? options[marked] : undefined;
    if (step && isOpen) setMarked(stepIn(options.length, marked, step));
    else if (step) open();
    else if (event.key === "Enter" && option && !event.ctrlKey && !event.metaKey) choose(option);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
  };
  return (
    <span
      className="relative flex gap-1"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
    >
      <Input
        {...wiring}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && marked >= 0 ? `${list}-${marked}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={toText(value)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        variant="outline"
        size="icon"
        aria-label={`Choose ${label}`}
        title={`Choose ${label}`}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      >
        <ChevronsUpDown aria-hidden />
      </Button>
      <Choices
        {...{ list, label, options, marked, isOpen }}
        state={
          loaded.isFetching
            ? "Loading."
            : loaded.error
              ? loaded.error.message
              : options.length === 0
                ? "No values to choose from."
                : ""
        }
        onChoose={choose}
      />
    </span>
  );
}

type ChoicesProps = {
  list: string;
  label: string;
  options: readonly ListedValue[];
  marked: number;
  isOpen: boolean;
  /** A sentence in place of the list; empty if the list is there. */
  state: string;
  onChoose: (option: ListedValue) => void;
};

const Choices = ({ list, label, options, marked, isOpen, state, onChoose }: ChoicesProps) => (
  <span
    className={cn(
      "absolute inset-x-0 top-full z-20 mt-1 block max-h-72 overflow-y-auto rounded-lg border bg-raised p-1",
      !isOpen && "hidden",
    )}
  >
    <span role="status" className="block px-2 text-sm text-muted not-empty:py-1.5">
      {isOpen ? state : ""}
    </span>
    <ul id={list} role="listbox" aria-label={`Values of ${label}`} onPointerDown={(event) => event.preventDefault()}>
      {(state ? [] : options).map((option, place) => (
        <li
          key={option.value}
          id={`${list}-${place}`}
          role="option"
          aria-selected={place === marked}
          onClick={() => onChoose(option)}
          className={cn(
            "flex cursor-pointer flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1.5 text-sm hover:bg-hover",
            place === marked && "bg-hover",
          )}
        >
          <span className="min-w-0 wrap-anywhere">{option.label}</span>
          {option.label === String(option.value) ? null : (
            <span className="font-mono text-xs wrap-anywhere text-muted">{option.value}</span>
          )}
        </li>
      ))}
    </ul>
  </span>
);
