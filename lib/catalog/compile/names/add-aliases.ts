/** Gives tools the other names that their toolkit's file lists. */
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { ToolkitFile } from "../sources/toolkit-file";
import { byAnyName } from "./tool-slug";

/** @throws CatalogSourceError for a name without a tool, and for one that a tool has already */
export function addAliases(tools: readonly CompiledTool[], file: ToolkitFile, filePath: string): void {
  const bySlug = byAnyName(tools);
  for (const [alias, slug] of Object.entries(file.aliases)) {
    const tool = bySlug.get(slug);
    if (!tool) throw new CatalogSourceError(filePath, `aliases.${alias}`, `there is no tool ${slug}`);
    if (bySlug.get(alias) === tool && tool.slug !== alias) continue;
    if (bySlug.has(alias)) throw new CatalogSourceError(filePath, `aliases.${alias}`, "a tool has this slug");
    tool.aliases.push(alias);
  }
}
