/** Chooses some toolkits by name: a combobox with its choices in front of it. */
"use client";
import { X } from "lucide-react";
import { useId } from "react";
import { Combobox, useCombobox } from "@/components/parts/forms/combobox";
import { FieldError } from "@/components/parts/forms/field";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { NO_TOOLS, useFoundToolkits } from "@/components/suggestions/use-found";

const OPTION_LIMIT = 8;
/** The operation's limit. */
const MOST = 50;

type ToolkitsFieldProps = {
  value: readonly string[];
  onChange: (slugs: string[]) => void;
  label?: string;
  /** Shown in the field while nothing is chosen. */
  placeholder?: string;
  most?: number;
  /** Offers no toolkit without tools of its own. */
  withTools?: boolean;
  error?: string | undefined;
};

export function ToolkitsField({
  value,
  onChange,
  label = "Toolkits",
  placeholder = "Toolkits: all",
  most = MOST,
  withTools = false,
  error,
}: ToolkitsFieldProps) {
  const state = useCombobox();
  const id = useId();
  const suggestions = useFoundToolkits({ text: state.text, enabled: state.open }, value.length);
  const options = suggestions
    .filter((option) => !value.includes(option.value) && !(withTools && option.detail === NO_TOOLS))
    .slice(0, OPTION_LIMIT);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {value.map((slug) => (
        <ToolkitChip key={slug} slug={slug} onRemove={() => onChange(value.filter((other) => other !== slug))} />
      ))}
      <Combobox
        state={state}
        label={label}
        placeholder={value.length > 0 ? "Add a toolkit" : placeholder}
        options={options}
        onChoose={(slug) => value.length < most && onChange([...value, slug])}
        {...(value.length > 0 && { onEmptyBackspace: () => onChange(value.slice(0, -1)) })}
        wrong={error ? id : undefined}
        className="w-52"
      />
      <span className="basis-full empty:hidden">
        <FieldError id={id}>{error}</FieldError>
      </span>
    </div>
  );
}

const ToolkitChip = ({ slug, onRemove }: { slug: string; onRemove: () => void }) => (
  <span className="inline-flex h-8 items-center gap-1.5 rounded-lg border bg-surface pr-1 pl-2 text-sm pointer-coarse:h-10">
    <ToolkitLogo slug={slug} />
    <span className="max-w-40 truncate">
      <ToolkitName slug={slug} />
    </span>
    <button
      type="button"
      aria-label={`Remove ${slug}`}
      onClick={onRemove}
      className="flex size-6 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-8"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  </span>
);
