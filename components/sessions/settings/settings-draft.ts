/** The settings of a session during editing: in the operations' format, read and written part by part. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import { ClientError, type SentTo } from "@/lib/contract/client";
import type { sessionApi } from "@/generated/addresses/sessions";
import { HINT_NAMES, type HintName, type ToldConfig } from "../session-words";

type CreateBody = SentTo<typeof sessionApi.createSession>["body"];
type ByToolkit<T> = Readonly<Record<string, T>>;
type ApprovalRules = Omit<NonNullable<CreateBody["require_approval"]>, "tools"> & {
  tools?: ByToolkit<readonly string[]>;
};
type Described = "tools" | "auth_configs" | "connected_accounts" | "require_approval";
/** The operation's own type does not describe its maps. */
export type Settings = Omit<CreateBody, "user_id" | Described> & {
  require_approval?: ApprovalRules | null;
  tools?: ByToolkit<unknown> | null;
  auth_configs?: ByToolkit<string> | null;
  connected_accounts?: ByToolkit<string | string[]> | null;
};

export type Choice = { mode: "all" | "enable" | "disable"; names: string[] };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];

/** Reads both formats that the operations accept: a plain list means `enable`. */
export function readChoice(value: unknown): Choice {
  if (Array.isArray(value)) return { mode: "enable", names: texts(value) };
  if (!isObject(value)) return { mode: "all", names: [] };
  if ("enable" in value) return { mode: "enable", names: texts(value.enable) };
  return "disable" in value ? { mode: "disable", names: texts(value.disable) } : { mode: "all", names: [] };
}

/** Undefined where nothing is restricted. */
export function writeChoice({ mode, names }: Choice): { enable: string[] } | { disable: string[] } | undefined {
  if (mode === "enable") return { enable: names };
  return mode === "disable" ? { disable: names } : undefined;
}

export type Hints = { enable: HintName[]; disable: HintName[] };
const hints = (value: unknown): HintName[] => HINT_NAMES.filter((name) => texts(value).includes(name));

export function readHints(value: unknown): Hints {
  if (Array.isArray(value)) return { enable: hints(value), disable: [] };
  return isObject(value) ? { enable: hints(value.enable), disable: hints(value.disable) } : { enable: [], disable: [] };
}

export const writeHints = ({ enable, disable }: Hints): Settings["tags"] =>
  enable.length + disable.length === 0
    ? undefined
    : { ...(enable.length > 0 && { enable }), ...(disable.length > 0 && { disable }) };

/** The settings with one changed; undefined takes it away. */
export function withSetting<Name extends keyof Settings>(
  settings: Settings,
  name: Name,
  value: Settings[Name] | undefined,
): Settings {
  const { [name]: _, ...rest } = settings;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Settings;
}

/** The settings with some rules of approvals changed; an empty list or map is no rule. */
export function withApproval(settings: Settings, change: ApprovalRules): Settings {
  const rules = Object.entries({ ...settings.require_approval, ...change }).filter(
    ([, value]) => Object.keys(value ?? {}).length > 0,
  );
  return withSetting(settings, "require_approval", rules.length > 0 ? Object.fromEntries(rules) : undefined);
}

/** A map with one entry changed. Undefined removes the entry; removing the last entry removes the map. */
export function withEntry<T>(
  map: Readonly<Record<string, T>> | null | undefined,
  key: string,
  value: T | undefined,
): Record<string, T> | undefined {
  const rest = Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => name !== key));
  const changed = value === undefined ? rest : { ...rest, [key]: value };
  return Object.keys(changed).length > 0 ? changed : undefined;
}

const toGiven = (rule: object): { enable?: string[]; disable?: string[] } =>
  "enabled" in rule
    ? { enable: rule.enabled as string[] }
    : "disabled" in rule
      ? { disable: rule.disabled as string[] }
      : {};

const toGivenTags = (tags: { enabled?: HintName[] | undefined; disabled?: HintName[] | undefined }) =>
  writeHints({ enable: tags.enabled ?? [], disable: tags.disabled ?? [] }) ?? {};

const without = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Converts a configuration of the API into the input of the operation that changes it. */
export function toEditable(config: ToldConfig): Settings {
  const { manage_connections: manage, workbench } = config;
  const { enabled, ...connections } = manage;
  const { proxy_execution_enabled: proxy, ...bench } = workbench;
  return without({
    toolkits: config.toolkits && (toGiven(config.toolkits) as Settings["toolkits"]),
    tools:
      config.tools &&
      (Object.fromEntries(
        Object.entries(config.tools).map(([toolkit, rule]) => [
          toolkit,
          "tags" in rule ? { tags: toGivenTags(rule.tags) } : toGiven(rule),
        ]),
      ) as Settings["tools"]),
    tags: config.tags && toGivenTags(config.tags),
    auth_configs: config.auth_configs,
    connected_accounts: config.connected_accounts,
    manage_connections: { enable: enabled, ...connections },
    multi_account: config.multi_account,
    preload: config.preload,
    search: config.search,
    execute: config.execute,
    proxy_execute: config.proxy_execute,
    workbench: { ...bench, enable_proxy_execution: proxy },
    require_approval: config.require_approval,
    approvers: config.approvers,
    default_response: config.default_response,
    experimental: config.permissions && { permissions: config.permissions },
  });
}

const NAMES = [
  "toolkits",
  "tools",
  "tags",
  "auth_configs",
  "connected_accounts",
  "manage_connections",
  "multi_account",
  "preload",
  "search",
  "execute",
  "proxy_execute",
  "workbench",
  "require_approval",
  "approvers",
  "default_response",
] as const;

/** Nested settings that only null removes. */
const CLEARED: Partial<Record<(typeof NAMES)[number], string>> = {
  manage_connections: "callback_url",
  multi_account: "max_accounts_per_toolkit",
};

/** A setting in the format of a change: null if it, or its content, was removed. */
function toChanged(name: (typeof NAMES)[number], before: unknown, after: unknown): unknown {
  const inner = CLEARED[name];
  if (!inner || !isObject(before) || !isObject(after)) return after ?? null;
  return inner in before && !(inner in after) ? { ...after, [inner]: null } : after;
}

/** Only the differences from `before`; a removed setting is null, because an absent setting stays unchanged. */
export function toChange(before: Settings, after: Settings): Settings {
  const same = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);
  const changed = NAMES.flatMap((name) =>
    same(before[name], after[name]) ? [] : [[name, toChanged(name, before[name], after[name])] as const],
  );
  const { permissions = null, ...others } = after.experimental ?? {};
  const experimental = {
    ...others,
    ...(same(before.experimental?.permissions ?? null, permissions) ? {} : { permissions }),
  };
  return {
    ...Object.fromEntries(changed),
    ...(Object.keys(experimental).length > 0 && { experimental }),
  } as Settings;
}

export type PathError = { path: string; text: string };

/** The server's errors, with their paths; empty if it named no path. */
export function toPathErrors(failure: unknown): PathError[] {
  const lines = failure instanceof ClientError ? (failure.detail.errors ?? []) : [];
  return lines.flatMap((line) => {
    const [, path, text] = /^(?:body\.)?(?:config\.)?([\w.-]+): (.+)$/s.exec(line) ?? [];
    return path && text ? [{ path, text }] : [];
  });
}

/** The errors of some settings, each with its path below the setting. */
export const errorsUnder = (errors: readonly PathError[], ...names: string[]): PathError[] =>
  errors.filter(({ path }) => names.some((name) => path === name || path.startsWith(`${name}.`)));

/** The settings in the text of a JSON object, or the reason why it is invalid. */
export function readSettings(text: string): { settings: Settings } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { settings: value as Settings } : { problem: "This must be a JSON object." };
  } catch (error) {
    return { problem: `Invalid JSON: ${error instanceof Error ? error.message : "can’t be parsed"}.` };
  }
}
