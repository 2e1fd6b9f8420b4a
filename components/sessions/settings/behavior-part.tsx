/** The behavior of a session: connections, approvals, preloaded tools, and further abilities of the agent. */
"use client";
import { Field } from "@/components/parts/forms/field";
import { Segmented } from "@/components/parts/forms/segmented";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { HintList, type PartProps } from "./access-part";
import { FormSection } from "./form-section";
import { HINT_NAMES } from "../session-words";
import { errorsUnder, withSetting, type Settings } from "./settings-draft";

export const BehaviorPart = (props: PartProps) => (
  <>
    <Connections {...props} />
    <Approvals {...props} />
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

type Default = "allow_all" | "ask_every_call" | "ask_once_per_session";
const DEFAULTS: Record<Default, string> = {
  allow_all: "Never ask",
  ask_once_per_session: "Ask once per tool",
  ask_every_call: "Ask every time",
};

function Approvals({ settings, onChange, errors }: PartProps) {
  const required = settings.require_approval ?? {};
  const permissions = settings.experimental?.permissions;
  const tags = HINT_NAMES.filter((name) => required.tags?.includes(name));
  const setTags = (names: typeof tags) => {
    const { tags: _, ...rest } = required;
    const approval = names.length > 0 ? { ...rest, tags: names } : rest;
    onChange(withSetting(settings, "require_approval", Object.keys(approval).length > 0 ? approval : undefined));
  };
  const setDefault = (value: Default) => {
    const { permissions: _, ...rest } = settings.experimental ?? {};
    const approval =
      value === "allow_all" && Object.keys(permissions?.overrides ?? {}).length === 0
        ? rest
        : { ...rest, permissions: { ...permissions, default: value } };
    onChange(withSetting(settings, "experimental", Object.keys(approval).length > 0 ? approval : undefined));
  };
  return (
    <FormSection
      title="Approval"
      help="Calls that need approval before they run. Use JSON to name single tools or toolkits."
      errors={errorsUnder(errors, "require_approval", "experimental")}
    >
      <HintList
        legend="Ask about tools that"
        chosen={tags}
        onToggle={(name, on) => setTags(on ? [...tags, name] : tags.filter((tag) => tag !== name))}
      />
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
    </FormSection>
  );
}

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
        <Field label="Tools" help="One tool slug per line.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
              defaultValue={names.join("\n")}
              onChange={(event) => set(event.currentTarget.value.split(/[\s,]+/).filter(Boolean))}
            />
          )}
        </Field>
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
