/** The filters with suggestions that only the event log has. */
"use client";
import { useCombobox } from "@/components/parts/combobox";
import { SuggestFilter, type FilterProps } from "@/components/suggestions/suggest-filter";
import { useFoundTriggers, useFoundTriggerTypes } from "@/components/suggestions/use-found";

export function TriggerFilter(props: FilterProps) {
  const state = useCombobox();
  const found = useFoundTriggers({ text: state.text, enabled: state.open });
  return <SuggestFilter name="trigger" label="Trigger" {...{ state, found, ...props }} />;
}

const inUpperCase = (text: string): string => text.toUpperCase();

export function TypeFilter(props: FilterProps) {
  const state = useCombobox();
  const found = useFoundTriggerTypes({ text: state.text, enabled: state.open });
  return <SuggestFilter name="slug" label="Trigger type" toValue={inUpperCase} {...{ state, found, ...props }} />;
}
