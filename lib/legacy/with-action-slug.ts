/**
 * Apps of a project's own by the names that their programs know: before version 3 they did not begin with `custom_`. A
 * name of the catalog always means the catalog's.
 */
import { findOriginalTool, findToolSlugs } from "@/lib/catalog/read/find-tool";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { ApiError } from "@/lib/kernel/errors";
import { SLUG_PREFIX } from "@/lib/own-toolkits/constants";

const TOOL_PREFIX = SLUG_PREFIX.toUpperCase();

/** The slugs of apps: a name itself, unless only an app of the project's own has it. */
export async function toAppSlugs(projectId: string, names: readonly string[]): Promise<string[]> {
  const slugs = new Set((await everyToolkit(projectId)).map(({ slug }) => slug));
  return names.map((name) => {
    const ownSlug = `${SLUG_PREFIX}${name.toLowerCase().replaceAll("-", "_")}`;
    return !slugs.has(name) && slugs.has(ownSlug) ? ownSlug : name;
  });
}

/** The slugs of actions: a name itself, unless only an action of the project's own has it. */
export async function toActionSlugs(projectId: string, names: readonly string[]): Promise<string[]> {
  const slugs = new Set(await findToolSlugs(projectId));
  const actions: string[] = [];
  for (const name of names) {
    const ownSlug = TOOL_PREFIX + name;
    const isOwn = !slugs.has(name) && slugs.has(ownSlug) && !(await findOriginalTool(projectId, name));
    actions.push(isOwn ? ownSlug : name);
  }
  return actions;
}

/** Runs `work` with the name, and with the project's own slug only if it is not found: other calls pay nothing. */
export async function withActionSlug<T>(
  projectId: string,
  name: string,
  work: (slug: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(name);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NotFound") throw error;
    const [slug = name] = await toActionSlugs(projectId, [name]);
    if (slug === name) throw error;
    return work(slug);
  }
}
