/** Chooses some toolkits by name: a combobox with its choices in front of it. */
"use client";
import { useCombobox } from "@/components/parts/forms/combobox";
import { PickField } from "@/components/parts/forms/pick-field";
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
  className?: string;
};

export function ToolkitsField({
  value,
  onChange,
  label = "Toolkits",
  placeholder = "Toolkits: all",
  most = MOST,
  withTools = false,
  error,
  className,
}: ToolkitsFieldProps) {
  const state = useCombobox();
  const suggestions = useFoundToolkits({ text: state.text, enabled: state.open }, value.length);
  const options = suggestions
    .filter((option) => !value.includes(option.value) && !(withTools && option.detail === NO_TOOLS))
    .slice(0, OPTION_LIMIT);
  return (
    <PickField
      {...{ state, value, onChange, label, placeholder, options, most, error, ...(className && { className }) }}
      more="Add a toolkit"
      chip={(slug) => (
        <>
          <ToolkitLogo slug={slug} />
          <span className="max-w-40 truncate">
            <ToolkitName slug={slug} />
          </span>
        </>
      )}
    />
  );
}
