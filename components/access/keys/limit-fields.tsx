/** Limits a new key to toolkits, users and addresses of clients. */
"use client";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { Field } from "@/components/parts/forms/field";
import type { FormControl } from "@/components/parts/forms/use-form";
import { Textarea } from "@/components/ui/textarea";

type TextName = keyof typeof TEXTS;
type Name = "toolkits" | TextName;

type LimitFieldsProps = {
  /** Slugs with commas between them. */
  toolkits: string;
  onToolkits: (toolkits: string) => void;
  control: (name: Name) => FormControl;
  error: (name: Name) => string | undefined;
};

const MOST_TOOLKITS = 200;

const TEXTS = {
  user_ids: { label: "User IDs", example: "ada", help: "One per line. Leave it empty for all users." },
  addresses: {
    label: "IP addresses",
    example: "203.0.113.0/24",
    help: "IPv4 or IPv6, single or as blocks. Leave it empty for any.",
  },
} as const;
const TEXT_NAMES = Object.keys(TEXTS) as TextName[];

export function LimitFields({ toolkits, onToolkits, control, error }: LimitFieldsProps) {
  const slugs = toolkits.split(",").filter(Boolean);
  return (
    <fieldset className="space-y-4 rounded-md border p-3">
      <legend className="px-1 text-sm font-semibold">Limits</legend>
      <div className="space-y-1.5">
        <p className="text-sm font-medium">
          Toolkits<span className="font-normal text-muted"> (optional)</span>
        </p>
        <ToolkitsField
          label="Limit to toolkits"
          placeholder="All toolkits"
          most={MOST_TOOLKITS}
          value={slugs}
          onChange={(next) => onToolkits(next.join(","))}
          error={error("toolkits")}
        />
      </div>
      {TEXT_NAMES.map((name) => (
        <Field key={name} label={TEXTS[name].label} help={TEXTS[name].help} error={error(name)} optional>
          {(wiring) => (
            <Textarea
              {...wiring}
              {...control(name)}
              rows={2}
              className="min-h-14 font-mono text-xs"
              placeholder={TEXTS[name].example}
              spellCheck={false}
            />
          )}
        </Field>
      ))}
      <p className="text-xs text-muted">
        A key with toolkits or users can’t use operations that go beyond them, such as logs, usage and webhooks. Limits
        can’t be changed later.
      </p>
    </fieldset>
  );
}
