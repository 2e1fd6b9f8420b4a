/** Holds a session's configuration against the catalog and the project, so that a misspelled name is found when it is made. */
import { findConfigAccess } from "@/lib/auth-configs/config-access";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { nearestSlugs, nearestToolkits } from "@/lib/catalog/read/nearest";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { findToolSlugs } from "@/lib/catalog/read/find-tool";
import { findUsersAccounts } from "@/lib/connected-accounts/accounts/find-users-accounts";
import { META_TOOLKIT } from "./meta-tool-switches";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { whyNoSuchSandbox } from "@/lib/kernel/process/workbench-settings";
import type { SessionConfig } from "./contract";

/** Where a name stands in what the client sent, and the name. */
type Named = { path: string; name: string };
type Problem = { path: string; text: string };

/** As many are told at once. */
const MOST_TOLD = 20;

/** Names that may be meant, behind the sentence that one is not there. */
const like = (near: readonly string[]): string => (near.length > 0 ? `; near: ${near.join(", ")}` : "");

const listed = (path: string, rule: object | undefined): Named[] => {
  if (!rule) return [];
  const [key, names] =
    "enabled" in rule ? ["enable", rule.enabled] : "disabled" in rule ? ["disable", rule.disabled] : ["", []];
  return (names as string[]).map((name, at) => ({ path: `${path}.${key}.${at}`, name }));
};

const keys = (path: string, map: object | undefined): Named[] =>
  Object.keys(map ?? {}).map((name) => ({ path: `${path}.${name}`, name }));

/** Every toolkit that the configuration names. */
const toolkitsNamed = (config: SessionConfig): Named[] => [
  ...listed("toolkits", config.toolkits),
  ...keys("tools", config.tools),
  ...keys("auth_configs", config.auth_configs),
  ...keys("connected_accounts", config.connected_accounts),
  ...(config.require_approval?.toolkits ?? []).map((name, at) => ({ path: `require_approval.toolkits.${at}`, name })),
  ...keys("require_approval.tools", config.require_approval?.tools),
  ...keys("require_approval.tool_tags", config.require_approval?.tool_tags),
  ...(config.experimental.custom_tools ?? []).flatMap(({ extends_toolkit: name }, at) =>
    name === undefined ? [] : [{ path: `experimental.custom_tools.${at}.extends_toolkit`, name }],
  ),
];

async function checkToolkits(projectId: string, config: SessionConfig): Promise<Problem[]> {
  const named = toolkitsNamed(config);
  if (named.length === 0) return [];
  const slugs = (await everyToolkit(projectId)).map(({ slug }) => slug);
  const known = new Set(slugs);
  return named
    .filter(({ name }) => !known.has(name))
    .slice(0, MOST_TOLD)
    .map(({ path, name }) => {
      return { path, text: `there is no toolkit ${name}${like(nearestToolkits(name, slugs, 3))}` };
    });
}

type ToolNamed = Named & { toolkit: string | null };

const toolsNamed = (config: SessionConfig): ToolNamed[] => [
  ...Object.entries(config.tools ?? {}).flatMap(([toolkit, rule]) =>
    listed(`tools.${toolkit}`, rule).map((one) => ({ ...one, toolkit })),
  ),
  ...Object.entries(config.require_approval?.tools ?? {}).flatMap(([toolkit, names]) =>
    names.map((name, at) => ({ path: `require_approval.tools.${toolkit}.${at}`, name, toolkit })),
  ),
  ...(config.preload.tools === "all" ? [] : config.preload.tools).map((name, at) => ({
    path: `preload.tools.${at}`,
    name,
    toolkit: null,
  })),
];

/** The tools by the names that the client gave: slugs, and older names of them. */
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
  found: ReadonlyMap<string, CatalogTool>,
): Promise<Problem[]> {
  const slugs = named.some(({ name }) => !found.has(name)) ? await findToolSlugs(projectId) : [];
  let told = 0;
  return named.flatMap(({ path, name, toolkit }) => {
    const tool = found.get(name);
    // No more are looked for than are told.
    if (!tool)
      return ++told > MOST_TOLD
        ? []
        : [{ path, text: `there is no tool ${name}${like(nearestSlugs(name, slugs, 3))}` }];
    return toolkit !== null && tool.toolkitSlug !== toolkit
      ? [{ path, text: `${name} is a tool of ${tool.toolkitSlug}` }]
      : [];
  });
}

async function checkConfigs(projectId: string, { auth_configs: given = {} }: SessionConfig): Promise<Problem[]> {
  const ids = Object.values(given);
  if (ids.length === 0) return [];
  const found = new Map((await findConfigAccess(projectId, ids)).map((one) => [one.id, one.toolkitSlug]));
  return Object.entries(given).flatMap(([toolkit, id]) => {
    const own = found.get(id);
    if (own === toolkit) return [];
    const text = own === undefined ? `there is no auth config ${id}` : `${id} is an auth config of ${own}`;
    return [{ path: `auth_configs.${toolkit}`, text }];
  });
}

async function checkAccounts(
  projectId: string,
  userId: string,
  { connected_accounts: given = {} }: SessionConfig,
): Promise<Problem[]> {
  const ids = Object.values(given).flat();
  if (ids.length === 0) return [];
  const usable = await findUsersAccounts(projectId, userId, { accountIds: ids, authConfigIds: [] });
  const found = new Map(usable.map((one) => [one.id, one.toolkitSlug]));
  return Object.entries(given).flatMap(([toolkit, own]) =>
    own.flatMap((id, at) => {
      const theirs = found.get(id);
      if (theirs === toolkit) return [];
      const text =
        theirs === undefined ? `the user has no connected account ${id}` : `${id} is an account of ${theirs}`;
      return [{ path: `connected_accounts.${toolkit}.${at}`, text }];
    }),
  );
}

/** Names of tools or toolkits that may run unasked or not. The client's own tools run there: nobody is asked about them here. */
const overridesOf = ({ experimental: { permissions } }: SessionConfig): ToolNamed[] =>
  keys("experimental.permissions.overrides", permissions?.overrides)
    .filter(({ name }) => !/^local_/i.test(name))
    .map((one) => ({ ...one, toolkit: null }));

async function checkOverrides(
  projectId: string,
  named: readonly ToolNamed[],
  found: ReadonlyMap<string, CatalogTool>,
): Promise<Problem[]> {
  if (named.length === 0) return [];
  const toolkits = new Set((await everyToolkit(projectId)).map(({ slug }) => slug));
  return named.flatMap(({ path, name }) => {
    const toolkit = found.get(name)?.toolkitSlug ?? (toolkits.has(name) ? name : undefined);
    if (toolkit === undefined) return [{ path, text: `there is no tool or toolkit ${name}` }];
    return toolkit === META_TOOLKIT ? [{ path, text: `${name}: nobody is asked about meta tools` }] : [];
  });
}

/** What the session says of approvals, with the slugs that the catalog has. */
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

/** The configuration with the slugs that the catalog has, where older names were given. */
function withOwnSlugs(config: SessionConfig, found: ReadonlyMap<string, CatalogTool>): SessionConfig {
  const slugOf = (name: string) => found.get(name)?.slug ?? name;
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

/** For a configuration as JSON. It is read with each call that is not in memory, and a hundred versions are kept. */
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

function checkSize({ workbench }: SessionConfig): Problem[] {
  const why = workbench.enable ? whyNoSuchSandbox(workbench.sandbox_size, env().workbench) : null;
  return why ? [{ path: "workbench.sandbox_size", text: `${workbench.sandbox_size} cannot be had: ${why}` }] : [];
}

/**
 * The configuration with the catalog's own names of its tools.
 * @throws ApiError Unprocessable for one that is too large, and for toolkits, tools, auth configs and accounts that there are not, or not of this user
 */
export async function checkConfig(projectId: string, userId: string, config: SessionConfig): Promise<SessionConfig> {
  assertFits(config);
  const named = toolsNamed(config);
  const overridden = overridesOf(config);
  const found = await findNamed(projectId, [...named, ...overridden]);
  const others = await Promise.all([
    checkToolkits(projectId, config),
    checkConfigs(projectId, config),
    checkAccounts(projectId, userId, config),
    checkOverrides(projectId, overridden, found),
    checkTools(projectId, named, found),
  ]);
  const problems = [...others.flat(), ...checkSize(config)];
  if (problems.length > 0)
    throw new ApiError("Unprocessable", "The session's settings name things that are not there.", {
      errors: problems.slice(0, MOST_TOLD).map(({ path, text }) => `${path}: ${text}`),
      suggestedFix: "Use the slugs and ids of the catalog and of this project, as the lists of the API give them.",
    });
  return withOwnSlugs(config, found);
}
