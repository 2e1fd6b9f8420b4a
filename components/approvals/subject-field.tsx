/** The tool or the toolkit of a rule: found by its name, or typed as a slug. */
"use client";
import { useState } from "react";
import { Field } from "@/components/parts/forms/field";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import type { Option } from "@/components/parts/forms/suggestion-list";
import { useFoundTools, useFoundToolkits } from "@/components/suggestions/use-found";

/** Toolkits come first, so that they leave room for tools. */
const MOST_TOOLKITS = 3;

type SubjectFieldProps = { value: string; onChange: (subject: string) => void; error: string | undefined };

export function SubjectField({ value, onChange, error }: SubjectFieldProps) {
  const state = useSuggestions();
  const lookup = { text: state.words, enabled: state.open };
  const toolkits = useFoundToolkits(lookup).map((option) => ({ ...option, detail: "All tools" }));
  const tools = useFoundTools(lookup, "");
  const options: Option[] = [...toolkits.slice(0, state.words.trim() === "" ? undefined : MOST_TOOLKITS), ...tools];
  /** The suggestion that was chosen last; the field shows its name while it is the value. */
  const [choice, setChoice] = useState<Option | null>(null);
  const isChosen = choice?.value === value;
  return (
    <Field
      label="Tool or toolkit"
      error={error}
      help={isChosen ? <code className="font-mono wrap-anywhere">{value}</code> : "By name, or a slug."}
    >
      {(wiring) => (
        <SuggestInput
          {...wiring}
          state={state}
          placeholder="Search tools and toolkits"
          options={options}
          value={isChosen ? choice.label : value}
          onChange={(text) => {
            setChoice(null);
            onChange(text);
          }}
          onChoose={(subject) => {
            setChoice(options.find((option) => option.value === subject) ?? null);
            onChange(subject);
          }}
        />
      )}
    </Field>
  );
}
