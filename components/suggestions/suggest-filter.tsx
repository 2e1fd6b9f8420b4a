/** A filter of a list with suggestions. The choice is in the URL and shown as a chip below. */
"use client";
import { Combobox, type ComboboxState, type Option } from "@/components/parts/forms/combobox";
import { changeSearch } from "@/components/parts/lists/url-state";
import { toOptions } from "./to-options";

/** The props that a page passes to a filter. `recent`: values from the rows on the screen. */
export type FilterProps = { recent: readonly Option[]; className?: string };

type SuggestFilterProps = {
  state: ComboboxState;
  /** The name of its search parameter. */
  name: string;
  label: string;
  recent?: readonly Option[];
  found: readonly Option[];
  takesParts?: boolean;
  toValue?: (text: string) => string;
  /** The changes to the URL for a choice, if they are more than this filter's parameter. */
  toChange?: (value: string) => Record<string, string>;
  className?: string;
};

const asItIs = (text: string): string => text;

export function SuggestFilter({ state, name, label, recent = [], found: foundOptions, ...more }: SuggestFilterProps) {
  const { takesParts = false, toValue = asItIs, toChange = (value: string) => ({ [name]: value }), className } = more;
  return (
    <Combobox
      state={state}
      label={label}
      dropsText
      options={toOptions({ typed: state.text, recent, found: foundOptions, asTyped: { takesParts, toValue } })}
      onChoose={(value) => changeSearch(toChange(value), "filter")}
      onEmptyBackspace={() => changeSearch(toChange(""), "filter")}
      className={className}
    />
  );
}
