/** The calls of a session that need an approval: by what a tool does, by toolkit, by tool, and all others. */
"use client";
import type { ReactNode } from "react";
import { ApproversFields } from "@/components/approvals/approvers-fields";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";
import { Field } from "@/components/parts/forms/field";
import { ToolsField } from "@/components/suggestions/tools-field";
import { toSlug } from "@/components/suggestions/with-typed";
import { Select } from "@/components/ui/select";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { HINT_NAMES } from "../session-words";
import { HintList, type PartProps } from "./access-part";
import { byToolkit, toAskedTools, toolkitAmong } from "./asked-tools";
import { FormSection } from "./form-section";
import { errorsUnder, type Settings, withApproval, withSetting } from "./settings-draft";

type Default = "allow_all" | "ask_every_call" | "ask_once_per_session";
const DEFAULTS: Record<Default, string> = {
  allow_all: "Never ask",
  ask_once_per_session: "Ask once per tool",
  ask_every_call: "Ask every time",
};

/** Settings that were written as JSON can leave parts out. */
const toApprovers = (approvers: Settings["approvers"]): Approvers | null =>
  approvers ? { role: null, members: [], user: false, app: false, ...approvers } : null;

/** The operation's limit. */
const MOST = 2000;

export function ApprovalsPart({ settings, onChange, errors }: PartProps) {
  const toolkitOf = useToolkitOf();
  const required = settings.require_approval ?? {};
  const tags = HINT_NAMES.filter((name) => required.tags?.includes(name));
  return (
    <FormSection
      title="Approval"
      help="Calls that need approval before they run. Other rules for single tools are set as JSON."
      errors={errorsUnder(errors, "require_approval", "approvers", "experimental")}
    >
      <HintList
        legend="Ask about tools that"
        chosen={tags}
        onToggle={(name, on) =>
          onChange(withApproval(settings, { tags: on ? [...tags, name] : tags.filter((tag) => tag !== name) }))
        }
      />
      <Named title="All tools of">
        <ToolkitsField
          label="Toolkits that need approval"
          placeholder="Choose toolkits"
          most={MOST}
          value={required.toolkits ?? []}
          onChange={(toolkits) => onChange(withApproval(settings, { toolkits }))}
          className="w-full"
        />
      </Named>
      <Named title="These tools">
        <ToolsField
          label="Tools that need approval"
          placeholder="Search tools"
          most={MOST}
          value={toAskedTools(required.tools)}
          onChange={(slugs, options) => {
            const tools = byToolkit(slugs, required.tools, toolkitAmong(options, toolkitOf));
            onChange(withApproval(settings, { tools }));
          }}
          toTyped={(text) => {
            const slug = toSlug(text);
            return slug !== null && toolkitOf(slug) !== "" ? slug : null;
          }}
        />
      </Named>
      <OtherTools settings={settings} onChange={onChange} />
      <ApproversFields
        draft={toApprovers(settings.approvers)}
        usual="Everyone with permission, and your app"
        help="Approvers of a rule and of the project come first. These count where neither names anyone."
        onChange={(approvers) => onChange(withSetting(settings, "approvers", approvers ?? undefined))}
      />
    </FormSection>
  );
}

const Named = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="space-y-1.5">
    <p className="text-sm font-medium">
      {title} <span className="font-normal text-muted">(optional)</span>
    </p>
    {children}
  </div>
);

function OtherTools({ settings, onChange }: Pick<PartProps, "settings" | "onChange">) {
  const permissions = settings.experimental?.permissions;
  const setDefault = (value: Default) => {
    const { permissions: _, ...rest } = settings.experimental ?? {};
    const approval =
      value === "allow_all" && Object.keys(permissions?.overrides ?? {}).length === 0
        ? rest
        : { ...rest, permissions: { ...permissions, default: value } };
    onChange(withSetting(settings, "experimental", Object.keys(approval).length > 0 ? approval : undefined));
  };
  return (
    <Field label="All other tools">
      {(wiring) => (
        <Select
          {...wiring}
          value={permissions?.default ?? "allow_all"}
          onChange={(event) => setDefault(event.currentTarget.value as Default)}
          className="max-w-80"
        >
          {Object.entries(DEFAULTS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
