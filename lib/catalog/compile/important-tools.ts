/** Which tools of a toolkit are offered first. */
import { CatalogueSourceError, type CompiledTool } from "../compiled-toolkit";

const SHARE = 0.1;
const LEAST = 5;

/**
 * Marks the named tools, then the simplest of the others until one in ten (at least five) is marked: the SDK asks for
 * important tools only, so a toolkit without any would look empty.
 * @throws CatalogueSourceError when a named tool does not exist
 */
export function markImportant(tools: CompiledTool[], named: string[], filePath: string): void {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  for (const slug of named) {
    const tool = bySlug.get(slug);
    if (!tool) throw new CatalogueSourceError(filePath, "important", `there is no tool ${slug}`);
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
