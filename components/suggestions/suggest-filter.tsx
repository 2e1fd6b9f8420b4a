/** A filter of a list with suggestions; what is chosen stands in the address, and as a chip below. */
"use client";
import { Combobox, type ComboboxState, type Option } from "@/components/parts/forms/combobox";
import { changeSearch } from "@/components/parts/lists/url-state";
import { toOptions } from "./to-options";

/** What a page gives to a filter. `recent`: what the rows on the screen have. */
export type FilterProps = { recent: readonly Option[]; className?: string };

type SuggestFilterProps = {
  state: ComboboxState;
  /** Its name in the address. */
  name: string;
  label: string;
  recent?: readonly Option[];
  found: readonly Option[];
  takesParts?: boolean;
  toValue?: (text: string) => string;
  /** What a choice does to the address, where that is not the filter of this name alone. */
  toChange?: (value: string) => Record<string, string>;
  className?: string;
};

const asItIs = (text: string): string => text;

export function SuggestFilter({ state, name, label, recent = [], found, ...more }: SuggestFilterProps) {
  const { takesParts = false, toValue = asItIs, toChange = (value: string) => ({ [name]: value }), className } = more;
  return (
    <Combobox
      state={state}
      label={label}
      dropsText
      options={toOptions({ typed: state.text, recent, found, asTyped: { takesParts, toValue } })}
      onChoose={(value) => changeSearch(toChange(value), "filter")}
      onEmptyBackspace={() => changeSearch(toChange(""), "filter")}
      className={className}
    />
  );
}
