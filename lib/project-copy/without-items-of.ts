/** Finds the items of files that need toolkits or tools of the project's own. Pure. */
import type { ProjectFiles } from "./files.contract";

export type Parts = {
  /** The files without those items. */
  files: ProjectFiles;
  /** How many items were left out for each toolkit or tool. */
  waiting: ReadonlyMap<string, number>;
};

/** @param slugs in small letters, of toolkits and added tools that the project has otherwise or not at all */
export function withoutItemsOf(slugs: readonly string[], files: ProjectFiles): Parts {
  const waiting = new Map<string, number>();
  const configs = new Set<string>();
  /** The toolkit that an item needs, by slugs of toolkits and tools. */
  const find = (names: readonly string[]): string | undefined =>
    slugs.find((slug) => names.some((name) => `${name.toLowerCase()}_`.startsWith(`${slug}_`)));
  const isReady = (names: readonly string[], configIds: readonly string[] = []): boolean => {
    const slug = find(names) ?? (configIds.some((id) => configs.has(id)) ? slugs[0] : undefined);
    if (slug !== undefined) waiting.set(slug, (waiting.get(slug) ?? 0) + 1);
    return slug === undefined;
  };
  const result: ProjectFiles = { ...files };
  const added = files["added-tools.json"];
  if (added) result["added-tools.json"] = { ...added, items: added.items.filter(({ toolkit }) => isReady([toolkit])) };
  const [overrides, authConfigs, servers, triggers] = [
    files["tool-overrides.json"],
    files["auth-configs.json"],
    files["mcp-servers.json"],
    files["triggers.json"],
  ];
  if (overrides)
    result["tool-overrides.json"] = { ...overrides, items: overrides.items.filter(({ from }) => isReady([from])) };
  if (authConfigs) {
    for (const { from, toolkit } of authConfigs.items) if (find([toolkit]) !== undefined) configs.add(from);
    const items = authConfigs.items.filter(({ toolkit }) => isReady([toolkit]));
    result["auth-configs.json"] = { ...authConfigs, items };
  }
  if (servers) {
    const items = servers.items.filter(({ toolkits, allowed_tools: tools, tools: texts, auth_configs: ids }) =>
      isReady([...toolkits, ...tools, ...Object.keys(texts)], ids),
    );
    result["mcp-servers.json"] = { ...servers, items };
  }
  if (triggers) {
    const items = triggers.items.filter(({ account }) => isReady([account.toolkit], [account.auth_config]));
    result["triggers.json"] = { ...triggers, items };
  }
  return { files: result, waiting };
}
