/** Converts the settings that a client sends to the stored configuration. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import type { SessionConfig, sessionSettings, UpdateExperimental } from "./contract";

type Shape = { [Name in keyof typeof sessionSettings]?: z.output<(typeof sessionSettings)[Name]> };
/** A missing setting stays as it is. Null restores the value of a new session. */
export type Settings = Shape & {
  experimental?: z.output<typeof UpdateExperimental>;
};
type ListIn = NonNullable<Settings["toolkits"]>;
type ToolsIn = NonNullable<Settings["tools"]>[string];
type TagsIn = NonNullable<Settings["tags"]>;
type Tags = NonNullable<SessionConfig["tags"]>;
type Approvals = NonNullable<SessionConfig["require_approval"]>;
type ToolkitChoice = NonNullable<SessionConfig["toolkits"]>;

/** The configuration of a session without settings. */
export const NEW_SESSION: SessionConfig = {
  manage_connections: { enabled: true, enable_wait_for_connections: false, enable_connection_removal: true },
  workbench: { enable: true, proxy_execution_enabled: true, sandbox_size: "standard" },
  multi_account: { enable: false, require_explicit_selection: true },
  preload: { tools: [] },
  search: { enable: true },
  execute: { enable_multi_execute: true },
  proxy_execute: { enable: false },
  experimental: {},
};

const toChosen = (list: ListIn): ToolkitChoice | undefined => {
  if (Array.isArray(list)) return { enabled: list };
  if ("enable" in list) return { enabled: list.enable };
  return "disable" in list ? { disabled: list.disable } : undefined;
};

const namesOf = (list: ListIn | TagsIn): string[] | undefined =>
  Array.isArray(list) || !("require_approval" in list) ? undefined : list.require_approval;

const toTags = (tags: TagsIn): Tags =>
  Array.isArray(tags)
    ? { enabled: tags }
    : { ...(tags.enable && { enabled: tags.enable }), ...(tags.disable && { disabled: tags.disable }) };

const hasTags = (rule: ToolsIn): rule is { tags: TagsIn } => !Array.isArray(rule) && "tags" in rule;

function toTools(tools: NonNullable<Settings["tools"]>): NonNullable<SessionConfig["tools"]> {
  return Object.fromEntries(
    Object.entries(tools).flatMap(([toolkit, choice]) => {
      const rule = hasTags(choice) ? { tags: toTags(choice.tags) } : toChosen(choice);
      return rule ? [[toolkit, rule]] : [];
    }),
  );
}

/** The tools that need an approval: in a field of their own, or next to `enable`. */
function toApprovals(settings: Settings, now: Approvals | undefined): Approvals | undefined {
  const approval = settings.require_approval;
  if (approval === null) return undefined;
  const toolkits = approval?.toolkits ?? (settings.toolkits ? namesOf(settings.toolkits) : undefined);
  const tools = approval?.tools ?? askedInTools(settings, (rule) => (hasTags(rule) ? undefined : namesOf(rule)));
  const tool_tags =
    approval?.tool_tags ?? askedInTools(settings, (rule) => (hasTags(rule) ? namesOf(rule.tags) : undefined));
  const tags = approval?.tags ?? (settings.tags ? (namesOf(settings.tags) as Approvals["tags"]) : undefined);
  const requirement = { ...(toolkits && { toolkits }), ...(tools && { tools }), ...(tags && { tags }) };
  const all = { ...requirement, ...(tool_tags && { tool_tags: tool_tags as Approvals["tool_tags"] }) };
  return Object.keys(all).length > 0 ? { ...now, ...all } : now;
}

/** A field next to the tools of each toolkit; undefined if no toolkit has it. */
function askedInTools(
  { tools }: Settings,
  of: (rule: ToolsIn) => string[] | undefined,
): Record<string, string[]> | undefined {
  const entries = Object.entries(tools ?? {}).flatMap(([toolkit, rule]) => {
    const names = of(rule);
    return names ? [[toolkit, names] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The value of a setting: unchanged if it is missing, removed if it is null. */
function put<Name extends keyof SessionConfig>(
  config: SessionConfig,
  name: Name,
  input: unknown,
  value: () => SessionConfig[Name] | undefined,
): void {
  if (input === undefined) return;
  const setting = input === null ? NEW_SESSION[name] : value();
  if (setting === undefined) delete config[name];
  else config[name] = setting;
}

const without = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as T;

function putSwitches(config: SessionConfig, settings: Settings): void {
  const { manage_connections: manage, multi_account: multi } = settings;
  const bench = settings.workbench === undefined ? settings.sandbox : settings.workbench;
  put(config, "manage_connections", manage, () => {
    const { enable, ...rest } = typeof manage === "boolean" ? { enable: manage } : (manage ?? {});
    const now = { ...config.manage_connections, ...without({ enabled: enable }) };
    const callback = "callback_url" in rest && rest.callback_url === null;
    if (callback) delete now.callback_url;
    return { ...now, ...without(rest) } as SessionConfig["manage_connections"];
  });
  put(config, "workbench", bench, () => {
    const { enable_proxy_execution, ...rest } = bench ?? {};
    const workbench = without({ ...rest, proxy_execution_enabled: enable_proxy_execution });
    return { ...config.workbench, ...workbench } as SessionConfig["workbench"];
  });
  put(config, "multi_account", multi, () => {
    const now = { ...config.multi_account };
    if (multi?.max_accounts_per_toolkit === null) delete now.max_accounts_per_toolkit;
    return { ...now, ...without(multi ?? {}) } as SessionConfig["multi_account"];
  });
  put(config, "preload", settings.preload, () => ({ tools: settings.preload?.tools ?? [] }));
  put(config, "search", settings.search, () => ({ enable: settings.search?.enable ?? true }));
  put(config, "execute", settings.execute, () => ({
    enable_multi_execute: settings.execute?.enable_multi_execute ?? true,
  }));
  put(config, "proxy_execute", settings.proxy_execute, () => ({ enable: settings.proxy_execute?.enable ?? false }));
}

function putExperimental(config: SessionConfig, experimental: NonNullable<Settings["experimental"]>): void {
  const now = { ...config.experimental };
  for (const name of ["permissions", "link_url_overwrite", "fast_mode", "submit_feedback"] as const)
    if (experimental[name] === null) delete now[name];
    else if (experimental[name] !== undefined) Object.assign(now, { [name]: experimental[name] });
  if (experimental.custom_tools) now.custom_tools = experimental.custom_tools;
  if (experimental.custom_toolkits) now.custom_toolkits = experimental.custom_toolkits;
  const zone = experimental.assistive_prompt_config?.user_timezone;
  if (zone) now.user_timezone = zone;
  config.experimental = now;
}

/**
 * The configuration with these settings.
 * @throws ApiError Unprocessable for settings that contradict each other
 */
export function withSettings(former: SessionConfig, settings: Settings): SessionConfig {
  const config = structuredClone(former);
  put(config, "toolkits", settings.toolkits, () => (settings.toolkits ? toChosen(settings.toolkits) : undefined));
  put(config, "tools", settings.tools, () => (settings.tools ? toTools(settings.tools) : undefined));
  put(config, "tags", settings.tags, () => (settings.tags ? toTags(settings.tags) : undefined));
  put(config, "auth_configs", settings.auth_configs, () => settings.auth_configs ?? undefined);
  put(config, "connected_accounts", settings.connected_accounts, () =>
    Object.fromEntries(Object.entries(settings.connected_accounts ?? {}).map(([key, ids]) => [key, [ids].flat()])),
  );
  put(config, "default_response", settings.default_response, () => settings.default_response ?? undefined);
  put(config, "approvers", settings.approvers, () => settings.approvers ?? undefined);
  put(config, "hooks", settings.hooks, () => (settings.hooks?.length ? settings.hooks : undefined));
  putSwitches(config, settings);
  const approvals = toApprovals(settings, config.require_approval);
  if (approvals) config.require_approval = approvals;
  else delete config.require_approval;
  if (settings.experimental === null) config.experimental = {};
  else if (settings.experimental) putExperimental(config, settings.experimental);
  assertTogether(config, settings);
  return config;
}

/** The toolkits whose allowed tools can all be preloaded: chosen toolkits, and toolkits with chosen tools. */
export function preloadableToolkits({ toolkits, tools = {} }: SessionConfig): string[] {
  if (toolkits && "enabled" in toolkits) return toolkits.enabled;
  return Object.entries(tools).flatMap(([slug, rule]) =>
    "enabled" in rule || ("tags" in rule && rule.tags.enabled) ? [slug] : [],
  );
}

function assertTogether(config: SessionConfig, settings: Settings): void {
  const bench = settings.workbench ?? settings.sandbox;
  if (settings.proxy_execute?.enable === false && bench?.enable_proxy_execution)
    throw new ApiError("Unprocessable", "The workbench cannot send requests of its own where the session may not.", {
      errors: ["workbench.enable_proxy_execution: contradicts proxy_execute.enable"],
      suggestedFix: "Leave one of them out, or give both the same value.",
    });
  const isChosen = preloadableToolkits(config).length > 0 || (config.tags?.enabled ?? []).length > 0;
  if (config.preload.tools === "all" && !isChosen)
    throw new ApiError("Unprocessable", "All tools can be preloaded only of chosen toolkits, or with chosen tags.", {
      errors: ['preload.tools: "all" needs toolkits.enable, tools of a toolkit, or tags.enable'],
      suggestedFix: "Name toolkits in toolkits.enable, tools in tools.{toolkit}.enable or preload.tools, or tags.",
    });
}
