/** The tools of a search result: a description of each, and the complete schemas of the primary tools. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import type { SearchAnswer } from "../contract";
import type { QueryResult } from "./query-result";

type Schemas = z.input<typeof SearchAnswer>["tool_schemas"];
type Entry = Schemas[string];

/** A model reads the whole response: schemas beyond this limit are loaded when they are needed. */
const MOST_OF_ONE = 60_000;
const MOST_OF_ALL = 300_000;

const byReference = ({ slug, toolkitSlug, description }: CatalogTool): Entry => ({
  toolkit: toolkitSlug,
  tool_slug: slug,
  description,
  hasFullSchema: false,
  schemaRef: {
    tool: "COMPOSIO_GET_TOOL_SCHEMAS",
    args: { tool_slugs: [slug] },
    message: "Load the input schema with this call before you run the tool.",
  },
});

/** By slug: the primary tools with their schemas, the others with a reference to it. */
export function toToolSchemas(results: readonly QueryResult[]): Schemas {
  const schemas = new Map<string, Entry>();
  const primary = new Set(results.flatMap(({ result }) => result.primary_tool_slugs));
  let left = MOST_OF_ALL;
  const add = (tool: CatalogTool): void => {
    if (schemas.has(tool.slug)) return;
    const size = primary.has(tool.slug) ? JSON.stringify(tool.inputSchema).length : Infinity;
    if (size > Math.min(left, MOST_OF_ONE)) {
      schemas.set(tool.slug, byReference(tool));
      return;
    }
    left -= size;
    schemas.set(tool.slug, {
      toolkit: tool.toolkitSlug,
      tool_slug: tool.slug,
      description: tool.description,
      input_schema: { ...tool.inputSchema },
      hasFullSchema: true,
    });
  };
  for (const { tools, own: ownTools } of results) {
    for (const { slug, toolkit, description, inputSchema } of ownTools)
      schemas.set(slug, { toolkit, tool_slug: slug, description, input_schema: inputSchema, hasFullSchema: true });
    for (const tool of tools.values()) add(tool);
  }
  return Object.fromEntries(schemas);
}
