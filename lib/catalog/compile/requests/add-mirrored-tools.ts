/** Tools of other toolkits under a toolkit's own prefix: one connection for a family of products, or a second name. */
import type { ToolkitFile } from "../sources/toolkit-file";
import type { CompiledTool } from "../../compiled-toolkit";
import { MAX_SLUG, screaming } from "../names/tool-slug";

type Mirrored = { slug: string; baseUrl: string | undefined; tools: CompiledTool[] };

/**
 * Appends the tools of the mirrored toolkits. A name that is taken, or too long with the new prefix, is left out: the
 * tool is still found in its own toolkit.
 * @returns the place that each has in its own toolkit, by its new slug
 */
export function addMirroredTools(
  tools: CompiledTool[],
  slug: string,
  file: ToolkitFile,
  others: Mirrored[],
): Map<string, number> {
  const places = new Map<string, number>();
  const usedNames = new Set([...tools.flatMap((tool) => [tool.slug, ...tool.aliases]), ...Object.keys(file.aliases)]);
  for (const [index, other] of others.entries()) {
    const exclude = new Set(file.mirrors[index]?.exclude);
    const rename = (name: string): string => `${screaming(slug)}_${name.slice(screaming(other.slug).length + 1)}`;
    const isFree = (name: string): boolean => name.length <= MAX_SLUG && !usedNames.has(name);
    for (const [place, tool] of other.tools.entries()) {
      const names = [tool.slug, ...tool.aliases];
      // A readable name can be too long with this prefix if the tool's older name is not.
      const name = names.map(rename).find((name) => name.length <= MAX_SLUG);
      if (name === undefined || usedNames.has(name) || names.some((name) => exclude.has(name))) continue;
      usedNames.add(name);
      const aliases = names.map(rename).filter(isFree);
      for (const alias of aliases) usedNames.add(alias);
      tools.push({ ...tool, slug: name, aliases, run: runOf(tool, other) });
      places.set(name, place);
    }
  }
  return places;
}

/** Handlers and relative paths belong to the toolkit they were written for. */
function runOf({ run }: CompiledTool, { slug, baseUrl }: Mirrored): CompiledTool["run"] {
  if (run.handler === undefined) return run;
  return { ...run, handler: `${slug}/${run.handler}`, ...(baseUrl ? { baseUrl } : {}) };
}
