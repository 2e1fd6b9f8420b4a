/** Checks a session's configuration against the catalog and the project, to find misspelled names at its creation. */
import { findConfigAccess } from "@/lib/auth-configs/config-access";
import { findStrangers } from "@/lib/access/people/find-approvers";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { nearestSlugs, nearestToolkits } from "@/lib/catalog/read/nearest";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { findEveryUsersSlugs } from "@/lib/catalog/read/find-tool";
import { findUsersAccounts } from "@/lib/connected-accounts/accounts/find-users-accounts";
import { META_TOOLKIT } from "./meta-tool-switches";
import { canSign } from "@/lib/webhooks/delivery/sign-for-project";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { env } from "@/lib/kernel/process/env";
import { whyNoSuchSandbox } from "@/lib/kernel/process/workbench-settings";
import type { SessionConfig } from "./contract";

/** A name, and its place in the client's request. */
type Named = { path: string; name: string };
type Problem = { path: string; text: string };

/** Maximum of reported names. */
const MOST_TOLD = 20;

/** Similar names that the client possibly meant, as a sentence. */
const like = (near: readonly string[]): string => (near.length > 0 ? `; near: ${near.join(", ")}` : "");

const namesIn = (path: string, rule: object | undefined): Named[] => {
  if (!rule) return [];
  const [key, names] =
    "enabled" in rule ? ["enable", rule.enabled] : "disabled" in rule ? ["disable", rule.disabled] : ["", []];
  return (names as string[]).map((name, index) => ({ path: `${path}.${key}.${index}`, name }));
};

const keys = (path: string, map: object | undefined): Named[] =>
  Object.keys(map ?? {}).map((name) => ({ path: `${path}.${name}`, name }));

/** Every toolkit that the configuration names. */
const toolkitsNamed = (config: SessionConfig): Named[] => [
  ...namesIn("toolkits", config.toolkits),
  ...keys("tools", config.tools),
  ...keys("auth_configs", config.auth_configs),
  ...keys("connected_accounts", config.connected_accounts),
  ...(config.require_approval?.toolkits ?? []).map((name, index) => ({
    path: `require_approval.toolkits.${index}`,
    name,
  })),
  ...keys("require_approval.tools", config.require_approval?.tools),
  ...keys("require_approval.tool_tags", config.require_approval?.tool_tags),
  ...(config.experimental.custom_tools ?? []).flatMap(({ extends_toolkit: name }, index) =>
    name === undefined ? [] : [{ path: `experimental.custom_tools.${index}.extends_toolkit`, name }],
  ),
];

/** The toolkits of the hooks. Meta tools pass calls on, and each of these is judged separately. */
const hookedToolkits = ({ hooks = [] }: SessionConfig): Named[] =>
  hooks.flatMap(({ applies_to: scope }, index) =>
    scope === "all"
      ? []
      : scope.toolkits.map((name, place) => ({ path: `hooks.${index}.applies_to.toolkits.${place}`, name })),
  );

const checkHooks = (config: SessionConfig): Problem[] =>
  hookedToolkits(config)
    .filter(({ name }) => name === META_TOOLKIT)
    .map(({ path, name }) => ({ path, text: `${name}: hooks judge the calls that meta tools pass on, not their own` }));

/** Receivers must be allowed, and know the secret that signs. */
async function checkReceivers(projectId: string, { hooks = [] }: SessionConfig): Promise<Problem[]> {
  const receivers = hooks.flatMap(({ handler }, index) =>
    handler.type === "webhook" ? [{ path: `hooks.${index}.handler.url`, url: handler.url }] : [],
  );
  if (receivers.length === 0) return [];
  for (const { path, url } of receivers) assertReachable(url, path, "webhooks");
  const text = "needs a webhook endpoint of the project, whose secret signs the requests";
  return (await canSign(projectId)) ? [] : receivers.map(({ path }) => ({ path, text }));
}

async function checkToolkits(projectId: string, config: SessionConfig): Promise<Problem[]> {
  const named = [...toolkitsNamed(config), ...hookedToolkits(config)];
  if (named.length === 0) return [];
  const slugs = (await everyToolkit(projectId)).map(({ slug }) => slug);
  const slugSet = new Set(slugs);
  return named
    .filter(({ name }) => !slugSet.has(name))
    .slice(0, MOST_TOLD)
    .map(({ path, name }) => {
      return { path, text: `there is no toolkit ${name}${like(nearestToolkits(name, slugs, 3))}` };
    });
}

type ToolNamed = Named & { toolkit: string | null };

const toolsNamed = (config: SessionConfig): ToolNamed[] => [
  ...Object.entries(config.tools ?? {}).flatMap(([toolkit, rule]) =>
    namesIn(`tools.${toolkit}`, rule).map((entry) => ({ ...entry, toolkit })),
  ),
  ...Object.entries(config.require_approval?.tools ?? {}).flatMap(([toolkit, names]) =>
    names.map((name, index) => ({ path: `require_approval.tools.${toolkit}.${index}`, name, toolkit })),
  ),
  ...(config.preload.tools === "all" ? [] : config.preload.tools).map((name, index) => ({
    path: `preload.tools.${index}`,
    name,
    toolkit: null,
  })),
];

/** The tools by the names that the client sent: current slugs, and older names. */
async function findNamed(projectId: string, named: readonly Named[]): Promise<ReadonlyMap<string, CatalogTool>> {
  const names = [...new Set(named.map(({ name }) => name))];
  const tools = await findKnownTools(projectId, names);
  const byAlias = new Map(tools.flatMap((tool) => tool.aliases.map((alias) => [alias.toUpperCase(), tool] as const)));
  for (const tool of tools) byAlias.set(tool.slug, tool);
  return new Map(
    names.flatMap((name) => {
      const tool = byAlias.get(name.toUpperCase());
      return tool ? [[name, tool] as const] : [];
    }),
  );
}

async function checkTools(
  projectId: string,
  named: readonly ToolNamed[],
  tools: ReadonlyMap<string, CatalogTool>,
): Promise<Problem[]> {
  const slugs = named.some(({ name }) => !tools.has(name)) ? await findEveryUsersSlugs(projectId) : [];
  let reported = 0;
  return named.flatMap(({ path, name, toolkit }) => {
    const tool = tools.get(name);
    // The search stops at the maximum of reported names.
    if (!tool)
      return ++reported > MOST_TOLD
        ? []
        : [{ path, text: `there is no tool ${name}${like(nearestSlugs(name, slugs, 3))}` }];
    return toolkit !== null && tool.toolkitSlug !== toolkit
      ? [{ path, text: `${name} is a tool of ${tool.toolkitSlug}` }]
      : [];
  });
}

async function checkConfigs(projectId: string, { auth_configs: authConfigs = {} }: SessionConfig): Promise<Problem[]> {
  const ids = Object.values(authConfigs);
  if (ids.length === 0) return [];
  const toolkits = new Map((await findConfigAccess(projectId, ids)).map((config) => [config.id, config.toolkitSlug]));
  return Object.entries(authConfigs).flatMap(([toolkit, id]) => {
    const ownToolkit = toolkits.get(id);
    if (ownToolkit === toolkit) return [];
    const text =
      ownToolkit === undefined ? `there is no auth config ${id}` : `${id} is an auth config of ${ownToolkit}`;
    return [{ path: `auth_configs.${toolkit}`, text }];
  });
}

async function checkAccounts(
  projectId: string,
  userId: string,
  { connected_accounts: accounts = {} }: SessionConfig,
): Promise<Problem[]> {
  const ids = Object.values(accounts).flat();
  if (ids.length === 0) return [];
  const usable = await findUsersAccounts(projectId, userId, { accountIds: ids, authConfigIds: [] });
  const toolkits = new Map(usable.map((account) => [account.id, account.toolkitSlug]));
  return Object.entries(accounts).flatMap(([toolkit, ids]) =>
    ids.flatMap((id, index) => {
      const theirs = toolkits.get(id);
      if (theirs === toolkit) return [];
      const text =
        theirs === undefined ? `the user has no connected account ${id}` : `${id} is an account of ${theirs}`;
      return [{ path: `connected_accounts.${toolkit}.${index}`, text }];
    }),
  );
}

/** Names of tools or toolkits with a permission. The client runs its own tools itself, without approvals here. */
const overridesOf = ({ experimental: { permissions } }: SessionConfig): ToolNamed[] =>
  keys("experimental.permissions.overrides", permissions?.overrides)
    .filter(({ name }) => !/^local_/i.test(name))
    .map((entry) => ({ ...entry, toolkit: null }));

async function checkOverrides(
  projectId: string,
  named: readonly ToolNamed[],
  tools: ReadonlyMap<string, CatalogTool>,
): Promise<Problem[]> {
  if (named.length === 0) return [];
  const toolkits = new Set((await everyToolkit(projectId)).map(({ slug }) => slug));
  return named.flatMap(({ path, name }) => {
    const toolkit = tools.get(name)?.toolkitSlug ?? (toolkits.has(name) ? name : undefined);
    if (toolkit === undefined) return [{ path, text: `there is no tool or toolkit ${name}` }];
    return toolkit === META_TOOLKIT ? [{ path, text: `${name}: nobody is asked about meta tools` }] : [];
  });
}

/** The session's approval rules with the slugs of the catalog. */
function approvalsWith(
  { require_approval: required, experimental }: SessionConfig,
  slugOf: (name: string) => string,
): Partial<SessionConfig> {
  const { permissions } = experimental;
  const tools = Object.entries(required?.tools ?? {}).map(([key, names]) => [key, names.map(slugOf)]);
  const overrides = Object.entries(permissions?.overrides ?? {}).map(([name, rule]) => [slugOf(name), rule]);
  return {
    ...(required && { require_approval: { ...required, ...(required.tools && { tools: Object.fromEntries(tools) }) } }),
    ...(permissions?.overrides && {
      experimental: { ...experimental, permissions: { ...permissions, overrides: Object.fromEntries(overrides) } },
    }),
  };
}

/** The configuration with the catalog's current slugs in place of older names. */
function withOwnSlugs(config: SessionConfig, toolsByName: ReadonlyMap<string, CatalogTool>): SessionConfig {
  const slugOf = (name: string) => toolsByName.get(name)?.slug ?? name;
  const slugs = (names: readonly string[]) => [...new Set(names.map(slugOf))];
  const tools = Object.fromEntries(
    Object.entries(config.tools ?? {}).map(([toolkit, rule]) => {
      if ("enabled" in rule) return [toolkit, { enabled: slugs(rule.enabled) }];
      return [toolkit, "disabled" in rule ? { disabled: slugs(rule.disabled) } : rule];
    }),
  );
  return {
    ...config,
    ...approvalsWith(config, slugOf),
    ...(config.tools && { tools }),
    preload: { tools: config.preload.tools === "all" ? "all" : slugs(config.preload.tools) },
  };
}

/**
 * Limit of a configuration as JSON. It is read for each call whose session is not cached, and a hundred versions are
 * stored.
 */
const MOST_BYTES = 256 * 1024;

function assertFits(config: SessionConfig): void {
  const bytes = Buffer.byteLength(JSON.stringify(config));
  if (bytes <= MOST_BYTES) return;
  const largest = Object.entries(config)
    .map(([name, value]) => ({ name, size: JSON.stringify(value).length }))
    .sort((a, b) => b.size - a.size)[0];
  throw new ApiError("Unprocessable", `The session's settings take ${bytes} bytes, and may take ${MOST_BYTES}.`, {
    errors: [`${largest?.name ?? "settings"}: takes the most of it`],
    suggestedFix: "Send fewer tools of your own, or shorter schemas of them, or fewer names in the lists.",
  });
}

async function checkApprovers(projectId: string, { approvers }: SessionConfig): Promise<Problem[]> {
  const text = "is no owner, admin or developer of the project";
  const strangers = await findStrangers(projectId, approvers?.members ?? []);
  return strangers.map((id) => ({ path: "approvers.members", text: `${id} ${text}` }));
}

function checkSize({ workbench }: SessionConfig): Problem[] {
  const why = workbench.enable ? whyNoSuchSandbox(workbench.sandbox_size, env().workbench) : null;
  return why ? [{ path: "workbench.sandbox_size", text: `${workbench.sandbox_size} cannot be had: ${why}` }] : [];
}

/**
 * The configuration with the catalog's own names of its tools.
 * @throws ApiError Unprocessable for a configuration that is too large, and for unknown toolkits, tools, auth configs
 *   and accounts, or accounts of other users
 */
export async function checkConfig(projectId: string, userId: string, config: SessionConfig): Promise<SessionConfig> {
  assertFits(config);
  const named = toolsNamed(config);
  const overridden = overridesOf(config);
  const tools = await findNamed(projectId, [...named, ...overridden]);
  const others = await Promise.all([
    checkToolkits(projectId, config),
    checkReceivers(projectId, config),
    checkConfigs(projectId, config),
    checkAccounts(projectId, userId, config),
    checkOverrides(projectId, overridden, tools),
    checkTools(projectId, named, tools),
    checkApprovers(projectId, config),
  ]);
  const problems = [...others.flat(), ...checkSize(config), ...checkHooks(config)];
  if (problems.length > 0)
    throw new ApiError("Unprocessable", "The session's settings name things that don't exist.", {
      errors: problems.slice(0, MOST_TOLD).map(({ path, text }) => `${path}: ${text}`),
      suggestedFix: "Use the slugs and ids of the catalog and of this project, as the lists of the API give them.",
    });
  return withOwnSlugs(config, tools);
}
