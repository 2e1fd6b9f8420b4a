/** The sizes of the toolkits of an index. */
import type { SearchIndex } from "./search-index";

/** How many tools each toolkit has. */
export function toolkitSizes({ toolkits, toolkitOf }: SearchIndex): Uint32Array {
  const sizes = new Uint32Array(toolkits.length);
  for (const toolkit of toolkitOf) sizes[toolkit] = (sizes[toolkit] ?? 0) + 1;
  return sizes;
}
