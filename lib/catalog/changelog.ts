/** What changed between the versions of toolkits. */
import { catalogue } from "./catalogue";
import { findVersions } from "./tools";

export type ToolkitChanges = { slug: string; name: string; versions: { version: string; changelog: string }[] };

/** Every toolkit with its versions, newest first; each says how many tools it has and how many more than the one before. */
export async function findChangelog(projectId: string): Promise<ToolkitChanges[]> {
  const [held, versions] = await Promise.all([catalogue(), findVersions(projectId)]);
  return [...held.toolkits.values()].map(({ slug, name }) => {
    const own = versions.filter((row) => row.toolkitSlug === slug);
    return { slug, name, versions: own.map(({ version, tools }, at) => ({ version, changelog: describe(tools, own[at + 1]?.tools) })) };
  });
}

function describe(tools: number, before: number | undefined): string {
  if (before === undefined) return `First version, ${tools} tools.`;
  const more = tools - before;
  return `${tools} tools, ${more === 0 ? "as many as before" : more > 0 ? `${more} more than before` : `${-more} fewer than before`}.`;
}
