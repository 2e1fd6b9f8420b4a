/** The filters with suggestions that only the tool logs have. */
"use client";
import { useSearchParams } from "next/navigation";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { useCombobox } from "@/components/parts/forms/combobox";
import { SuggestFilter, type FilterProps } from "@/components/suggestions/suggest-filter";
import { useFoundTools } from "@/components/suggestions/use-found";
import { KNOWN_CODES } from "./recent-values";

const MAX_KEYS = 8;

const inUpperCase = (text: string): string => text.toUpperCase();

/** Also accepts a part of a slug, so that one choice covers a whole family of tools. */
export function ToolFilter(props: FilterProps) {
  const toolkit = (useSearchParams().get("toolkit") ?? "").toLowerCase();
  const state = useCombobox();
  const suggestions = useFoundTools({ text: state.text, enabled: state.open }, toolkit);
  return (
    <SuggestFilter
      name="tool"
      label="Tool"
      takesParts
      toValue={inUpperCase}
      {...{ state, found: suggestions, ...props }}
    />
  );
}

export function CodeFilter(props: FilterProps) {
  const state = useCombobox();
  const fitting = KNOWN_CODES.filter(({ label }) => label.toLowerCase().includes(state.text.trim().toLowerCase()));
  return <SuggestFilter name="code" label="Error code" {...{ state, found: fitting, ...props }} />;
}

/** The project's keys by name; a member who may not read them can type the ID of one. */
export function KeyFilter(props: FilterProps) {
  const state = useCombobox();
  const keyNames = useKeyNames(state.open);
  const words = state.text.trim().toLowerCase();
  const suggestions = [...keyNames]
    .filter(([id, name]) => `${id} ${name}`.toLowerCase().includes(words))
    .map(([id, name]) => ({ value: id, label: name, detail: id }));
  return <SuggestFilter name="key" label="API key" {...{ state, found: suggestions.slice(0, MAX_KEYS), ...props }} />;
}
