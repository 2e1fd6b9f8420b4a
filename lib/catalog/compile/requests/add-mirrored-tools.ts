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
    const renames = new Map<string, string>();
    const first = tools.length;
    for (const [place, tool] of other.tools.entries()) {
      const names = [tool.slug, ...tool.aliases];
      // A readable name can be too long with this prefix if the tool's older name is not.
      const name = names.map(rename).find((name) => name.length <= MAX_SLUG);
      if (name === undefined || names.some((name) => exclude.has(name))) continue;
      for (const former of names) renames.set(former, name);
      if (usedNames.has(name)) continue;
      usedNames.add(name);
      const aliases = names.map(rename).filter(isFree);
      for (const alias of aliases) usedNames.add(alias);
      tools.push({ ...tool, slug: name, aliases, run: runOf(tool, other) });
      places.set(name, place);
    }
    for (const tool of tools.slice(first)) renameInWords(tool, renames);
  }
  return places;
}

const TOOL_NAME = /\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g;

/** Makes the words of a mirrored tool lead to tools of the same toolkit. */
function renameInWords(tool: CompiledTool, renames: ReadonlyMap<string, string>): void {
  const rename = (text: string): string => text.replace(TOOL_NAME, (name) => renames.get(name) ?? name);
  tool.description = rename(tool.description);
  const properties = Object.entries(tool.inputSchema.properties).map(([key, schema]) => {
    const description = schema.description && rename(schema.description);
    return [key, description === schema.description ? schema : { ...schema, description }] as const;
  });
  tool.inputSchema = { ...tool.inputSchema, properties: Object.fromEntries(properties) };
}

/** Handlers and relative paths belong to the toolkit they were written for. */
function runOf({ run }: CompiledTool, { slug, baseUrl }: Mirrored): CompiledTool["run"] {
  if (run.handler === undefined) return run;
  return { ...run, handler: `${slug}/${run.handler}`, ...(baseUrl ? { baseUrl } : {}) };
}
