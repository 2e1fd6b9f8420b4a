/** Makes the descriptions of different operations differ. */
import type { CompiledTool } from "../../compiled-toolkit";

const MAX_DESCRIPTION = 1024;

const placeOf = ({ run: { request } }: CompiledTool): string =>
  request ? `${request.method} ${request.path.replace(/[?#].*$/, "")}` : "";
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Groups of tools that have the same description and call different operations. */
export function sharedWords(tools: readonly CompiledTool[]): CompiledTool[][] {
  const byWords = new Map<string, CompiledTool[]>();
  for (const tool of tools)
    if (tool.run.request && !tool.deprecated)
      byWords.set(tool.description, [...(byWords.get(tool.description) ?? []), tool]);
  return [...byWords.values()].filter((group) => new Set(group.map(placeOf)).size > 1);
}

/**
 * Puts the name of each such tool before the shared words. If the names are the same, too, its address is added behind
 * them.
 */
export function tellApart(tools: readonly CompiledTool[]): void {
  for (const group of sharedWords(tools)) {
    const names = new Set(group.map(({ name }) => letters(name)));
    for (const tool of group) {
      const { name, description } = tool;
      const isOwnName = names.size === group.length && !letters(description).startsWith(letters(name));
      const end = /[.!?…]$/.test(description) ? description : `${description}.`;
      const text = isOwnName ? `${name}. ${description}` : `${end} Calls ${placeOf(tool)}.`;
      if (text.length <= MAX_DESCRIPTION) tool.description = text;
    }
  }
}
