/** Display texts for sessions. Pure. */
import { isToolSlug } from "@/components/parts/display/to-tool-name";
import { toApproversText } from "@/components/approvals/approvers-words";
import { toShapeWords } from "@/components/execution/smaller-answers";
import type { ResultOf } from "@/lib/contract/client";
import type { sessionApi } from "@/generated/addresses/sessions";
import type { listedSessionsApi } from "@/generated/addresses/sessions/list";

export type SessionRow = ResultOf<typeof listedSessionsApi.listSessions>["items"][number];
export type SessionDetail = ResultOf<typeof sessionApi.getAgentSession>;
export type ToldConfig = SessionDetail["config"];

export const sessionHref = (id: string): string => `/sessions/${encodeURIComponent(id)}`;
export const savedHref = (id: string): string => `/sessions/saved/${encodeURIComponent(id)}`;

const FEW = 3;

/** `gmail, github, slack and 4 more`. */
export function toList(names: readonly string[], few = FEW): string {
  const rest = names.length - few;
  return rest > 0 ? `${names.slice(0, few).join(", ")} and ${rest} more` : names.join(", ");
}

type NameOf = (slug: string) => string;
/** How toolkits and tools are called; `toolkitOf` gives an empty text for an unknown tool. */
type Names = { nameOf: NameOf; toolOf: NameOf; toolkitOf: NameOf };
const bySlug: NameOf = (slug) => slug;
const BY_SLUG: Names = { nameOf: bySlug, toolOf: bySlug, toolkitOf: () => "" };

/** A tool with its toolkit (`Gmail: Send email`), or a toolkit. */
function toFullName(slug: string, { nameOf, toolOf, toolkitOf }: Names): string {
  if (!isToolSlug(slug)) return nameOf(slug);
  const toolkit = toolkitOf(slug);
  return toolkit === "" ? toolOf(slug) : `${nameOf(toolkit)}: ${toolOf(slug)}`;
}

/** The toolkits that a session may use, as text. */
export function toToolkitWords(
  { toolkits, without_toolkits: without }: Pick<SessionRow, "toolkits" | "without_toolkits">,
  nameOf: NameOf = bySlug,
): string {
  if (toolkits) return toolkits.length === 0 ? "None" : toList(toolkits.map(nameOf));
  return without && without.length > 0 ? `All but ${toList(without.map(nameOf))}` : "All";
}

type ChosenNames = { enabled: string[] } | { disabled: string[] };
type Tags = { enabled?: string[]; disabled?: string[] };

/** `only a, b` or `all but c`. */
export const toChosenWords = (rule: ChosenNames, nameOf: NameOf = bySlug): string =>
  "enabled" in rule
    ? rule.enabled.length === 0
      ? "none"
      : `only ${toList(rule.enabled.map(nameOf), 8)}`
    : rule.disabled.length === 0
      ? "all"
      : `all but ${toList(rule.disabled.map(nameOf), 8)}`;

/** A hint as text, to complete "tools that …". */
export const HINT_WORDS = {
  readOnlyHint: "are read-only",
  createHint: "create data",
  updateHint: "update data",
  destructiveHint: "delete data",
  idempotentHint: "are idempotent",
  openWorldHint: "reach external systems",
} as const;
export type HintName = keyof typeof HINT_WORDS;
export const HINT_NAMES = Object.keys(HINT_WORDS) as HintName[];

const toHints = (names: readonly string[]): string =>
  names.map((name) => (Object.hasOwn(HINT_WORDS, name) ? HINT_WORDS[name as HintName] : name)).join(" or ");

/** Which tools hints let through. */
export function toTagWords({ enabled, disabled }: Tags): string {
  const parts = [
    enabled && enabled.length > 0 ? `only tools that ${toHints(enabled)}` : "",
    disabled && disabled.length > 0 ? `no tools that ${toHints(disabled)}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join("; ") : "any";
}

const onOff = (on: boolean, more: readonly (string | false | undefined)[] = []): string =>
  on ? ["On", ...more.filter((word): word is string => typeof word === "string" && word !== "")].join(", ") : "Off";

const APPROVAL_DEFAULTS = {
  allow_all: "No approval needed",
  ask_every_call: "Every call needs approval",
  ask_once_per_session: "Each tool needs approval once",
} as const;

function approvalWords({ require_approval: required, permissions }: ToldConfig, names: Names): string {
  const { nameOf, toolOf } = names;
  const parts = [
    required?.toolkits?.length ? `toolkits ${toList(required.toolkits.map(nameOf), 8)}` : "",
    ...Object.entries(required?.tools ?? {}).map(
      ([toolkit, tools]) => `${nameOf(toolkit)}: ${toList(tools.map(toolOf), 8)}`,
    ),
    required?.tags?.length ? `tools that ${toHints(required.tags)}` : "",
  ].filter(Boolean);
  const overrides = Object.entries(permissions?.overrides ?? {}).map(
    ([name, how]) => `${toFullName(name, names)} (${String(how).replaceAll("_", " ")})`,
  );
  return [
    permissions ? APPROVAL_DEFAULTS[permissions.default] : "",
    overrides.length > 0 ? toList(overrides, 8) : "",
    parts.length > 0 ? `Needs approval: ${parts.join("; ")}` : "",
  ]
    .filter(Boolean)
    .join(". ");
}

function preloadWords({ preload }: ToldConfig, names: Names): string {
  if (preload.tools === "all") return "All tools of the chosen toolkits";
  const tools = preload.tools.map((slug) => toFullName(slug, names));
  return tools.length === 0 ? "Meta tools only" : toList(tools, 8);
}

export type Setting = { name: string; value: string };

const pairs = (map: Readonly<Record<string, string>> | undefined, nameOf: NameOf): string =>
  Object.entries(map ?? {})
    .map(([toolkit, id]) => `${nameOf(toolkit)}: ${id}`)
    .join(", ");

/** A configuration as text, setting by setting, without settings that have no value. */
export function toSettings(config: ToldConfig, names: Names = BY_SLUG): Setting[] {
  const { nameOf, toolOf } = names;
  const { manage_connections: manage, workbench, multi_account: multi } = config;
  const accounts = Object.fromEntries(
    Object.entries(config.connected_accounts ?? {}).map(([toolkit, ids]) => [toolkit, ids.join(" ")]),
  );
  const settings: Setting[] = [
    { name: "Toolkits", value: config.toolkits ? toChosenWords(config.toolkits, nameOf) : "all" },
    ...Object.entries(config.tools ?? {}).map(([toolkit, rule]) => ({
      name: `Tools of ${nameOf(toolkit)}`,
      value: "tags" in rule ? toTagWords(rule.tags) : toChosenWords(rule, toolOf),
    })),
    { name: "By behavior", value: config.tags ? toTagWords(config.tags) : "" },
    { name: "Auth configs", value: pairs(config.auth_configs, nameOf) },
    { name: "Accounts", value: pairs(accounts, nameOf) },
    {
      name: "Connections",
      value: onOff(manage.enabled, [
        manage.enable_wait_for_connections && "waits for the user",
        manage.enable_connection_removal && "the agent can remove them",
        manage.callback_url && `users return to ${manage.callback_url}`,
      ]),
    },
    {
      name: "Several accounts",
      value: onOff(multi.enable, [
        multi.max_accounts_per_toolkit !== undefined && `at most ${multi.max_accounts_per_toolkit}`,
        multi.require_explicit_selection && "calls must name one",
      ]),
    },
    { name: "Approval", value: approvalWords(config, names) },
    ...(config.approvers ? [{ name: "Approvers", value: toApproversText(config.approvers) }] : []),
    { name: "Preloaded tools", value: preloadWords(config, names) },
    { name: "Search", value: onOff(config.search.enable) },
    { name: "Parallel calls", value: onOff(config.execute.enable_multi_execute) },
    { name: "Smaller answers", value: toShapeWords(config.default_response) },
    { name: "Direct API requests", value: onOff(config.proxy_execute.enable) },
    { name: "Workbench", value: onOff(workbench.enable, [workbench.sandbox_size]) },
  ];
  return settings.filter(({ value }) => value !== "");
}
