/** Compiles the tools of an MCP server to a toolkit. Pure, except that other work has its turn between the tools. */
import { setImmediate } from "node:timers/promises";
import { makePortable } from "@/lib/catalog/compile/schemas/portable-schema";
import { SchemaBounder } from "@/lib/catalog/compile/schemas/schema-bounder";
import type { OpenApiDocument, SourceSchema } from "@/lib/catalog/compile/sources/openapi-document";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { outputSchema, type RootSchema, type ToolSchema } from "@/lib/catalog/tool-schema";
import type { McpTool } from "@/lib/mcp-client/list-mcp-tools";
import { cutText } from "@/lib/kernel/text/storable";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";

/** What a toolkit of an MCP server is made from, besides its tools. */
export type ServerFacts = {
  slug: string;
  name: string;
  url: string;
  authSchemes: ToolkitAuthScheme[];
  noAuth: boolean;
  /** The only user for whom it is. */
  onlyUser?: string;
  /** The path of its picture on this server. */
  logo?: string;
  /** Slugs of the tools that are served now, by their names at the server. */
  slugs: ReadonlyMap<string, string>;
};

/** Levels of a schema, tried from the deepest until it is small enough to be read by a model. */
const DEPTHS = [10, 6, 4, 3, 2];
const MAX_SCHEMA = 40_000;
const MAX_DESCRIPTION = 8000;
const MAX_MEMBER_DESCRIPTION = 2000;
/** Characters of a tool's slug, and what is left of them for a number. */
const MAX_SLUG = 64;

const ANYTHING: ToolSchema = { type: "object", additionalProperties: true };

/** A schema whose parts refer to each other in a circle takes any object; the server checks what it gets. */
function compileSchema(source: Record<string, unknown>, side: "input" | "output"): ToolSchema {
  try {
    return boundSchema(source, side);
  } catch (error) {
    if (error instanceof RangeError) return ANYTHING;
    throw error;
  }
}

function boundSchema(source: Record<string, unknown>, side: "input" | "output"): ToolSchema {
  for (const depth of DEPTHS) {
    const document = source as OpenApiDocument;
    const bounder = new SchemaBounder(document, { side, depth, descriptionMax: MAX_MEMBER_DESCRIPTION });
    const schema = bounder.compile(source as SourceSchema);
    if (bounder.size(schema) <= MAX_SCHEMA) return schema;
  }
  return ANYTHING;
}

const toInput = (source: Record<string, unknown>): RootSchema => {
  const { properties = {}, ...schema } = compileSchema({ ...source, type: "object" }, "input");
  return { ...schema, type: "object", properties };
};

const toOutput = (source: Record<string, unknown> | undefined): RootSchema =>
  outputSchema({
    type: "object",
    properties: {
      content: { type: "array", items: ANYTHING, description: "Texts, and references to files and resources" },
      ...(source && { structuredContent: compileSchema(source, "output") }),
    },
  });

/** The effect that the server claims; without a claim it could destroy something. */
function tagsOf({ annotations = {} }: McpTool): string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const effect = readOnlyHint === true ? "readOnlyHint" : destructiveHint === false ? "updateHint" : "destructiveHint";
  return [
    effect,
    ...(idempotentHint === true || readOnlyHint === true ? ["idempotentHint"] : []),
    ...(openWorldHint === false ? [] : ["openWorldHint"]),
  ];
}

const screaming = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();

/**
 * Slugs of the tools by their names at the server. A tool keeps the slug that it has: rules and programs name it by
 * that, and no other tool takes its place. Of equal slugs, the first stays as it is, the others are numbered.
 */
export function slugsOf(
  toolkitSlug: string,
  names: readonly string[],
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const slugs = new Map(
    names.flatMap((name): [string, string][] => {
      const slug = before.get(name);
      return slug === undefined ? [] : [[name, slug]];
    }),
  );
  const takenSlugs = new Set(slugs.values());
  for (const name of names.filter((other) => !slugs.has(other))) {
    const base = `${toolkitSlug.toUpperCase()}_${screaming(name) || "TOOL"}`;
    let slug = base.slice(0, MAX_SLUG);
    for (let number = 2; takenSlugs.has(slug); number++) slug = `${base.slice(0, MAX_SLUG - 4)}_${number}`;
    takenSlugs.add(slug);
    slugs.set(name, slug);
  }
  return slugs;
}

function compileTool({ url }: ServerFacts, slug: string, tool: McpTool): CompiledTool {
  const mirrors = JSON.stringify(tool.inputSchema).includes('"x-mcp-header"');
  const compiled: CompiledTool = {
    slug,
    name: tool.title ?? tool.name,
    description: cutText(tool.description.trim() || (tool.title ?? tool.name), MAX_DESCRIPTION),
    tags: tagsOf(tool),
    scopes: [],
    inputSchema: toInput(tool.inputSchema),
    outputSchema: toOutput(tool.outputSchema),
    run: {
      mcp: {
        ...{ url, name: tool.name },
        ...(mirrors && { schema: tool.inputSchema }),
      },
    },
    important: false,
    deprecated: false,
    aliases: [],
  };
  makePortable([compiled]);
  return compiled;
}

/** The toolkit with these tools, in the order of the server. */
export async function compileServer(facts: ServerFacts, tools: readonly McpTool[]): Promise<CompiledToolkit> {
  const { slug, name, url, authSchemes, noAuth, onlyUser, logo, slugs: before } = facts;
  const { host, origin } = new URL(url);
  // By name, so that a slug does not change when the server lists its tools in another order.
  const slugs = slugsOf(slug, tools.map((tool) => tool.name).sort(), before);
  const compiled: CompiledTool[] = [];
  for (const tool of tools) {
    compiled.push(compileTool(facts, slugs.get(tool.name) ?? "", tool));
    await setImmediate();
  }
  return {
    slug,
    name,
    description: `Tools of the MCP server at ${host}`,
    ...(logo !== undefined && { logo }),
    ...{ appUrl: url, baseUrl: origin },
    categories: [],
    authSchemes,
    noAuth,
    version: "",
    popularity: 0,
    meta: { hosts: [host], headers: {}, attribution: [], ...(onlyUser !== undefined && { onlyUser }) },
    tools: compiled,
  };
}
