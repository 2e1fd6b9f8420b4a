/** Gives tools the other names of their arguments that a toolkit's file lists. */
import { type ArgumentAliases, type ArgumentsFile, checkAliases } from "../argument-alias";
import { CatalogueSourceError, type CompiledTool } from "../compiled-toolkit";

/** Names that the tool's own entry gives come first. What runs a tool may be shared with the toolkit that it mirrors. */
function withNames({ run }: CompiledTool, names: ArgumentAliases): CompiledTool["run"] {
  if (run.request) return { request: { ...run.request, aliases: { ...names, ...run.request.aliases } } };
  if (run.handler !== undefined) return { ...run, aliases: { ...names, ...run.aliases } };
  throw new Error("a tool of this server itself has no other names of arguments");
}

/**
 * @param mirrored tools that come from another toolkit, which may leave some out
 * @throws CatalogueSourceError for a tool that there is not, or names that lead nowhere
 */
export function nameArguments(
  tools: readonly CompiledTool[],
  toolkit: string,
  file: ArgumentsFile,
  mirrored?: ReadonlyMap<string, number>,
): void {
  const place = `toolkits/${toolkit}/arguments.yaml`;
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  for (const [slug, names] of Object.entries(file)) {
    const tool = bySlug.get(slug);
    if (!tool && mirrored && mirrored.size > 0) continue;
    if (!tool) throw new CatalogueSourceError(place, slug, "there is no such tool");
    checkAliases({ file: place, tool: slug }, names, tool.inputSchema);
    tool.run = withNames(tool, names);
  }
}
