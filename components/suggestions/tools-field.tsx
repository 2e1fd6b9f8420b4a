/** Chooses some tools by name; a slug or a pattern can be typed. */
"use client";
import { type Option, useCombobox } from "@/components/parts/forms/combobox";
import { PickField } from "@/components/parts/forms/pick-field";
import { ToolChip } from "./tool-chip";
import { useFoundTools } from "./use-found";
import { toSlug, withTyped, type ToTyped } from "./with-typed";

type ToolsFieldProps = {
  value: readonly string[];
  /** `options`: the suggestions of the moment, a tool that was just chosen among them. */
  onChange: (slugs: string[], options: readonly Option[]) => void;
  label: string;
  /** Shown in the field while nothing is chosen. */
  placeholder: string;
  most: number;
  /** Limits the suggestions to a toolkit. */
  toolkit?: string;
  /** The slug that a typed text stands for; null for words of a search. */
  toTyped?: ToTyped;
  className?: string;
};

export function ToolsField({
  toolkit = "",
  toTyped = toSlug,
  className = "w-full",
  onChange,
  ...field
}: ToolsFieldProps) {
  const state = useCombobox();
  const options = useFoundTools({ text: state.text, enabled: state.open }, toolkit);
  return (
    <PickField
      {...{ state, toTyped, className, ...field }}
      onChange={(slugs) => onChange(slugs, options)}
      more="Add a tool"
      options={withTyped(options, state.text, toTyped)}
      chip={(slug) => <ToolChip slug={slug} />}
    />
  );
}
