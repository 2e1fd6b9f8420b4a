/** Narrows a list of tools to one toolkit: found by its name or slug, cleared by emptying the field. */
"use client";
import { useState } from "react";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { useFoundToolkits } from "@/components/suggestions/use-found";

type ToolkitFilterProps = { toolkit: string; onToolkit: (slug: string) => void };

export function ToolkitFilter({ toolkit, onToolkit }: ToolkitFilterProps) {
  const state = useSuggestions();
  const options = useFoundToolkits({ text: state.words, enabled: state.open });
  const name = useToolkitNames()(toolkit);
  /** Null while nothing was typed: the field shows the name of the toolkit. */
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (slug: string) => {
    setTyped(null);
    if (slug !== toolkit) onToolkit(slug);
  };
  const type = (text: string) => {
    const words = text.trim().toLowerCase();
    const same = options.find(({ value, label }) => value === words || label.toLowerCase() === words);
    if (words === "" || same) choose(same?.value ?? "");
    else setTyped(text);
  };
  return (
    <SuggestInput
      type="search"
      aria-label="Toolkit"
      placeholder="All toolkits"
      state={state}
      options={options}
      value={typed ?? name}
      onChange={type}
      onChoose={choose}
      // A text that names no toolkit would look like a choice.
      onLeave={() => setTyped(null)}
    />
  );
}
