/** Which toolkits and tools an agent may use: by name, and by what a tool does. */
"use client";
import { X } from "lucide-react";
import { ToolPicker } from "@/components/auth-configs/tool-picker";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { Segmented } from "@/components/parts/forms/segmented";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormSection } from "./form-section";
import { HINT_NAMES, HINT_WORDS, type HintName } from "../session-words";
import {
  errorsUnder,
  readChoice,
  readHints,
  withEntry,
  withSetting,
  writeChoice,
  writeHints,
  type Choice,
  type PathError,
  type Settings,
} from "./settings-draft";

export type PartProps = {
  settings: Settings;
  onChange: (settings: Settings) => void;
  errors: readonly PathError[];
};

const MODES = [
  { key: "all", label: "All" },
  { key: "enable", label: "Include" },
  { key: "disable", label: "Exclude" },
] as const;
const SOME = MODES.slice(1);

export function AccessPart({ settings, onChange, errors }: PartProps) {
  const toolkits = readChoice(settings.toolkits);
  const setToolkits = (choice: Choice) =>
    onChange(withSetting(settings, "toolkits", writeChoice(choice) as Settings["toolkits"]));
  return (
    <>
      <FormSection title="Toolkits" help="Apps the agent can use." errors={errorsUnder(errors, "toolkits")}>
        <Segmented
          label="Which toolkits"
          options={MODES}
          value={toolkits.mode}
          onChange={(mode) => setToolkits({ ...toolkits, mode })}
        />
        {toolkits.mode === "all" ? null : (
          <ToolkitsField
            label="Toolkits"
            placeholder="Search toolkits"
            most={1000}
            value={toolkits.names}
            onChange={(names) => setToolkits({ ...toolkits, names })}
          />
        )}
      </FormSection>
      <ToolRules settings={settings} onChange={onChange} errors={errors} />
      <HintRules settings={settings} onChange={onChange} errors={errors} />
    </>
  );
}

function ToolRules({ settings, onChange, errors }: PartProps) {
  const rules = Object.entries(settings.tools ?? {});
  const change = (toolkit: string, rule: unknown) =>
    onChange(withSetting(settings, "tools", withEntry(settings.tools, toolkit, rule)));
  return (
    <FormSection
      title="Tools"
      help="Select individual tools of a toolkit. Without a rule, the agent can use all of them."
      errors={errorsUnder(errors, "tools")}
    >
      {rules.map(([toolkit, rule]) => (
        <ToolRule key={toolkit} toolkit={toolkit} rule={rule} onChange={(changed) => change(toolkit, changed)} />
      ))}
      <ToolkitsField
        label="Choose tools of a toolkit"
        placeholder="Choose tools of a toolkit"
        value={[]}
        onChange={([toolkit]) => toolkit && !settings.tools?.[toolkit] && change(toolkit, { enable: [] })}
      />
    </FormSection>
  );
}

type ToolRuleProps = { toolkit: string; rule: unknown; onChange: (rule: unknown) => void };

function ToolRule({ toolkit, rule, onChange }: ToolRuleProps) {
  const choice = readChoice(rule);
  const name = useToolkitNames()(toolkit);
  return (
    <div className="space-y-3 rounded-lg border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto flex min-w-0 items-center gap-2 text-sm font-medium">
          <ToolkitLogo slug={toolkit} /> <span className="truncate">{name}</span>
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove the rule of ${name}`}
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden />
        </Button>
      </div>
      {choice.mode === "all" ? (
        <p className="text-xs text-muted">This rule filters tools by behavior. Edit it as JSON.</p>
      ) : (
        <>
          <Segmented
            label={`Which tools of ${name}`}
            options={SOME}
            value={choice.mode}
            onChange={(mode) => onChange(writeChoice({ ...choice, mode }))}
          />
          <ToolPicker
            toolkit={toolkit}
            label={`Tools of ${name}`}
            help={(count) =>
              choice.mode === "enable"
                ? `The agent can use ${count === 0 ? "none of them" : `these ${count}`}.`
                : `The agent can use all${count === 0 ? "" : ` except these ${count}`}.`
            }
            value={choice.names}
            onChange={(names) => onChange(writeChoice({ ...choice, names }))}
          />
        </>
      )}
    </div>
  );
}

function HintRules({ settings, onChange, errors }: PartProps) {
  const hints = readHints(settings.tags);
  const set = (side: "enable" | "disable", name: HintName, on: boolean) => {
    const names = on ? [...hints[side], name] : hints[side].filter((hint) => hint !== name);
    onChange(withSetting(settings, "tags", writeHints({ ...hints, [side]: names })));
  };
  return (
    <FormSection
      title="Behavior"
      help="For toolkits without a rule above. Tools matching any checked line are allowed."
      errors={errorsUnder(errors, "tags")}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <HintList legend="Allow only tools that" chosen={hints.enable} onToggle={(...to) => set("enable", ...to)} />
        <HintList legend="Never allow tools that" chosen={hints.disable} onToggle={(...to) => set("disable", ...to)} />
      </div>
    </FormSection>
  );
}

type HintListProps = {
  legend: string;
  chosen: readonly HintName[];
  onToggle: (name: HintName, on: boolean) => void;
};

export const HintList = ({ legend, chosen: selectedHints, onToggle }: HintListProps) => (
  <fieldset>
    <legend className="text-xs text-muted">{legend}</legend>
    {HINT_NAMES.map((name) => (
      <Checkbox
        key={name}
        label={HINT_WORDS[name]}
        checked={selectedHints.includes(name)}
        onChange={(event) => onToggle(name, event.currentTarget.checked)}
      />
    ))}
  </fieldset>
);
