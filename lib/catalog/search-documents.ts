/** A compiled toolkit as the search index wants it. */
import type { ToolDocument, ToolkitDocument } from "@/lib/search/tool-document";
import { unjoined } from "@/lib/search/plain-words";
import { removeFacts } from "./remove-facts";
import type { CompiledTool, CompiledToolkit } from "./compiled-toolkit";

/** How people ask for a toolkit and its tools, besides the toolkit's own words. */
export type SearchTexts = {
  nicknames: readonly string[];
  /** Phrases that ask for a tool. */
  intentsOf: (tool: CompiledTool) => readonly string[] | undefined;
};

type SearchedToolkit = Pick<CompiledToolkit, "slug" | "name" | "description" | "categories" | "popularity" | "tools">;

const NO_TEXTS: SearchTexts = { nicknames: [], intentsOf: () => undefined };
/** The number of well-known toolkits; all others count the same. */
const WELL_KNOWN = 150;
const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" };
const VERSION = /^(v?\d+(\.\d+)*|api|rest|json)$/i;

/** Describes an operation by method and path: `GET /users/{id}/posts` is "list users posts". */
export function intentOfPath(method: string, path: string): string {
  const parts = path.split(/[/:]/).filter(Boolean);
  const nouns = parts
    .filter((part) => !part.includes("{") && !VERSION.test(part))
    .map((part) => unjoined(part.replace(/\.\w+$/, "")));
  const endsWithOne = parts.at(-1)?.includes("{") ?? false;
  return [VERBS[method] ?? (endsWithOne ? "get" : "list"), ...nouns.slice(-2)].join(" ");
}

function toolDocument(tool: CompiledTool, toolkit: string, intents: readonly string[] | undefined): ToolDocument {
  const required = new Set(tool.inputSchema.required);
  const { request } = tool.run;
  return {
    slug: tool.slug,
    toolkit,
    name: tool.name,
    description: removeFacts(tool.description),
    intents: intents ?? (request ? [intentOfPath(request.method, request.path)] : []),
    parameters: Object.entries(tool.inputSchema.properties).map(([name, schema]) => ({
      name,
      description: describedAs(schema),
      required: required.has(name),
    })),
    tags: tool.tags,
    important: tool.important,
    deprecated: tool.deprecated,
  };
}

const describedAs = (schema: unknown): string =>
  schema !== null && typeof schema === "object" && "description" in schema && typeof schema.description === "string"
    ? removeFacts(schema.description)
    : "";

/** The documents of a toolkit and of its tools. */
export function searchDocuments(
  toolkit: SearchedToolkit,
  texts: SearchTexts = NO_TEXTS,
): { toolkit: ToolkitDocument; tools: ToolDocument[] } {
  const { slug, name, description, categories, tools } = toolkit;
  const { nicknames, intentsOf } = texts;
  return {
    toolkit: {
      slug,
      name,
      description,
      categories,
      nicknames,
      popularity: Math.max(0, 1 - toolkit.popularity / WELL_KNOWN),
    },
    // Whoever looks for a tool of an app has a tool that finds tools already.
    tools: tools.flatMap((tool) => (tool.run.builtin === undefined ? [toolDocument(tool, slug, intentsOf(tool))] : [])),
  };
}
