/** The filters with suggestions that only the tool logs have. */
"use client";
import { useSearchParams } from "next/navigation";
import { useCombobox } from "@/components/parts/forms/combobox";
import { SuggestFilter, type FilterProps } from "@/components/suggestions/suggest-filter";
import { useFoundTools } from "@/components/suggestions/use-found";
import { KNOWN_CODES } from "./recent-values";

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
