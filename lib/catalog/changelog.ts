/** What changed between the versions of toolkits. */
import { catalogue } from "./catalogue";
import { findVersions, type VersionCounts } from "./tools";

export type ToolkitChanges = { slug: string; name: string; versions: { version: string; changelog: string }[] };

/** Every toolkit with its versions, newest first; each says what came, went and changed since the one before. */
export async function findChangelog(projectId: string): Promise<ToolkitChanges[]> {
  const [held, versions] = await Promise.all([catalogue(), findVersions(projectId)]);
  const byToolkit = new Map<string, VersionCounts[]>();
  for (const row of versions) byToolkit.set(row.toolkitSlug, [...(byToolkit.get(row.toolkitSlug) ?? []), row]);
  return [...held.toolkits.values()].map(({ slug, name, version }) => {
    const own = byToolkit.get(slug) ?? [{ version, tools: 0, added: 0, changed: 0 }];
    return { slug, name, versions: own.map((row, at) => ({ version: row.version, changelog: describe(row, own[at + 1]?.tools) })) };
  });
}

const toolWords = (count: number): string => `${count} ${count === 1 ? "tool" : "tools"}`;

function describe({ tools, added, changed }: { tools: number; added: number; changed: number }, before: number | undefined): string {
  if (before === undefined) return `First version, ${toolWords(tools)}.`;
  const parts = [[added, "added"], [before + added - tools, "removed"], [changed, "changed"]].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `${toolWords(tools)}${parts.length > 0 ? `: ${parts.join(", ")}` : ", the same as before"}.`;
}
