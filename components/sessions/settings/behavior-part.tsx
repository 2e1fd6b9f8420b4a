/** The behavior of a session: connections, approvals, preloaded tools, and further abilities of the agent. */
"use client";
import { Field } from "@/components/parts/forms/field";
import { Segmented } from "@/components/parts/forms/segmented";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { ToolsField } from "@/components/suggestions/tools-field";
import type { PartProps } from "./access-part";
import { ApprovalsPart } from "./approvals-part";
import { FormSection } from "./form-section";
import { errorsUnder, withSetting, type Settings } from "./settings-draft";

export const BehaviorPart = (props: PartProps) => (
  <>
    <Connections {...props} />
    <ApprovalsPart {...props} />
    <Preload {...props} />
    <Abilities {...props} />
  </>
);

type Manage = Exclude<Settings["manage_connections"], boolean | null | undefined>;

function Connections({ settings, onChange, errors }: PartProps) {
  const setting = settings.manage_connections;
  const manage: Manage = typeof setting === "boolean" ? { enable: setting } : (setting ?? {});
  const set = (more: Manage) => onChange(withSetting(settings, "manage_connections", { ...manage, ...more }));
  const on = manage.enable ?? true;
  return (
    <FormSection
      title="Connections"
      help="Whether the agent can ask the user to connect apps."
      errors={errorsUnder(errors, "manage_connections")}
    >
      <Checkbox
        label="Let the agent offer to connect apps"
        checked={on}
        onChange={(event) => set({ enable: event.currentTarget.checked })}
      />
      {on ? (
        <>
          <Checkbox
            label="Let the agent wait until the user has connected"
            checked={manage.enable_wait_for_connections ?? false}
            onChange={(event) => set({ enable_wait_for_connections: event.currentTarget.checked })}
          />
          <Checkbox
            label="Let the agent remove connections"
            checked={manage.enable_connection_removal ?? true}
            onChange={(event) => set({ enable_connection_removal: event.currentTarget.checked })}
          />
          <Field label="Redirect URL after connecting" optional help="A URL in your app starting with https://.">
            {(wiring) => (
              <Input
                {...wiring}
                type="url"
                autoComplete="off"
                placeholder="https://app.example.com/connected"
                value={manage.callback_url ?? ""}
                onChange={(event) => set({ callback_url: event.currentTarget.value || null })}
              />
            )}
          </Field>
        </>
      ) : null}
    </FormSection>
  );
}

/** The operation's limit. */
const MOST_PRELOADED = 2000;

const PRELOADS = [
  { key: "meta", label: "Meta tools only" },
  { key: "some", label: "Selected tools" },
  { key: "all", label: "All allowed tools" },
] as const;

function Preload({ settings, onChange, errors }: PartProps) {
  const tools = settings.preload?.tools;
  const names = Array.isArray(tools) ? tools : [];
  const mode = tools === "all" ? "all" : tools === undefined ? "meta" : "some";
  const set = (tools: "all" | string[] | undefined) =>
    onChange(withSetting(settings, "preload", tools === undefined ? undefined : { tools }));
  return (
    <FormSection
      title="Preloaded tools"
      help="Tools available without searching. Each adds tokens to every conversation."
      errors={errorsUnder(errors, "preload")}
    >
      <Segmented
        label="Preload"
        options={PRELOADS}
        value={mode}
        onChange={(key) => set(key === "all" ? "all" : key === "some" ? names : undefined)}
      />
      {mode === "all" ? (
        <p className="text-xs text-muted">All tools of the toolkits selected above. Select at least one toolkit.</p>
      ) : null}
      {mode === "some" ? (
        <ToolsField
          label="Tools to preload"
          placeholder="Search tools"
          most={MOST_PRELOADED}
          value={names}
          onChange={set}
        />
      ) : null}
    </FormSection>
  );
}

function Abilities({ settings, onChange, errors }: PartProps) {
  const { search, execute, proxy_execute: proxy, workbench, multi_account: multi } = settings;
  const set = <Name extends keyof Settings>(name: Name, value: Settings[Name]) =>
    onChange(withSetting(settings, name, value));
  return (
    <FormSection
      title="Abilities"
      help="What the agent can do with meta tools."
      errors={errorsUnder(errors, "search", "execute", "proxy_execute", "workbench", "sandbox", "multi_account")}
    >
      <Ability
        label="Search for tools"
        on={search?.enable ?? true}
        onChange={(enable) => set("search", { ...search, enable })}
      />
      <Ability
        label="Run many tools in one call"
        on={execute?.enable_multi_execute ?? true}
        onChange={(on) => set("execute", { ...execute, enable_multi_execute: on })}
      />
      <Ability
        label="Send direct requests to a toolkit’s API"
        on={proxy?.enable ?? false}
        onChange={(enable) => set("proxy_execute", { ...proxy, enable })}
      />
      <Ability
        label="Run code in a workbench"
        on={workbench?.enable ?? true}
        onChange={(enable) => set("workbench", { ...workbench, enable })}
      />
      <Ability
        label="Use several accounts of one toolkit"
        on={multi?.enable ?? false}
        onChange={(enable) => set("multi_account", { ...multi, enable })}
      />
    </FormSection>
  );
}

type AbilityProps = { label: string; on: boolean; onChange: (on: boolean) => void };

const Ability = ({ label, on, onChange }: AbilityProps) => (
  <Checkbox label={label} checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
);
