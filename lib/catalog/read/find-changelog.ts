/** Describes the changes between the versions of toolkits. */
import { countOf } from "@/lib/contract/count-of";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { catalog, type CatalogToolkit, type ToolkitChanges } from "./catalog";
import { findVersions, type VersionCounts } from "./find-tool";

/**
 * Every toolkit of the catalog with its versions, newest first, and the added, removed and changed tools of each
 * version. Computed once per catalog, because the versions of all tools are compared.
 */
export async function findChangelog(): Promise<ToolkitChanges[]> {
  const loaded = await catalog();
  loaded.changelog ??= memoize(() => readChangelog([...loaded.toolkits.values()]));
  return loaded.changelog();
}

async function readChangelog(toolkits: CatalogToolkit[]): Promise<ToolkitChanges[]> {
  const byToolkit = new Map<string, VersionCounts[]>();
  for (const row of await findVersions())
    byToolkit.set(row.toolkitSlug, [...(byToolkit.get(row.toolkitSlug) ?? []), row]);
  return toolkits.map(({ slug, name, version }) => {
    const versions = byToolkit.get(slug) ?? [{ version, tools: 0, added: 0, changed: 0, deprecated: 0 }];
    return {
      slug,
      name,
      versions: versions.map((row, index) => ({
        version: row.version,
        changelog: describe(row, versions[index + 1]?.tools),
      })),
    };
  });
}

/** Lists omit deprecated tools, so their number is included. */
const toolWords = (count: number, deprecated: number): string =>
  `${countOf(count, "tool")}${deprecated > 0 ? ` (${deprecated} deprecated)` : ""}`;

function describe(
  { tools, added, changed, deprecated }: Pick<VersionCounts, "tools" | "added" | "changed" | "deprecated">,
  before: number | undefined,
): string {
  if (before === undefined) return `First version, ${toolWords(tools, deprecated)}.`;
  const parts = [
    [added, "added"],
    [before + added - tools, "removed"],
    [changed, "changed"],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `${toolWords(tools, deprecated)}${parts.length > 0 ? `: ${parts.join(", ")}` : ", the same as before"}.`;
}
