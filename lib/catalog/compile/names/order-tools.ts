/** Which tools of a toolkit are offered first, and the order of all of them. */
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { byAnyName } from "./tool-slug";

const SHARE = 0.1;
const LEAST = 5;

/**
 * Marks the named tools, then the simplest of the others until one in ten (at least five) is marked: the SDK asks for
 * important tools only, so a toolkit without any would look empty.
 * @throws CatalogSourceError when a named tool does not exist
 */
export function markImportant(tools: CompiledTool[], named: string[], filePath: string): void {
  const bySlug = byAnyName(tools);
  for (const slug of named) {
    const tool = bySlug.get(slug);
    if (!tool) throw new CatalogSourceError(filePath, "important", `there is no tool ${slug}`);
    tool.important = true;
  }
  const missing = Math.max(LEAST, Math.ceil(tools.length * SHARE)) - tools.filter((tool) => tool.important).length;
  const others = tools
    .filter((tool) => !tool.important && !tool.deprecated)
    .sort((a, b) => weight(a) - weight(b) || (a.slug < b.slug ? -1 : 1));
  for (const tool of others.slice(0, Math.max(0, missing))) tool.important = true;
  for (const tool of tools)
    if (tool.important && !tool.tags.includes("important")) tool.tags = ["important", ...tool.tags];
}

/** Short paths and few required arguments come first: they are what people begin with. */
function weight(tool: CompiledTool): number {
  const depth = tool.run.request ? tool.run.request.path.split("/").length : 1;
  const destructive = tool.tags.includes("destructiveHint") ? 10 : 0;
  return depth * 2 + (tool.inputSchema.required?.length ?? 0) + destructive + tool.slug.length / 100;
}

/** The position of a tool in the mirrored toolkit, by its slug here. */
export type MirroredPositions = ReadonlyMap<string, number>;

/**
 * Sorts the tools into the order of lists: first the named tools in the order of their names, then the other important
 * tools, then the rest, each group from simple to special; deprecated tools last. Tools of a mirrored toolkit keep
 * their order there, after the toolkit's own tools.
 */
export function orderTools(
  tools: CompiledTool[],
  named: readonly string[],
  mirrored: MirroredPositions = new Map(),
): void {
  const places = new Map(named.map((slug, index) => [slug, index - named.length]));
  const keys = new Map(
    tools.map((tool) => [
      tool.slug,
      [
        tool.deprecated ? 2 : tool.important ? 0 : 1,
        places.get(tool.slug) ?? 0,
        mirrored.get(tool.slug) ?? -1,
        mirrored.has(tool.slug) ? 0 : weight(tool),
      ],
    ]),
  );
  const key = (tool: CompiledTool, part: number): number => keys.get(tool.slug)?.[part] ?? 0;
  tools.sort(
    (a, b) =>
      [0, 1, 2, 3].map((part) => key(a, part) - key(b, part)).find((difference) => difference !== 0) ??
      (a.slug < b.slug ? -1 : 1),
  );
}
