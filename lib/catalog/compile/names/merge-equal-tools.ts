/**
 * Makes one tool of several that send the same request of the same arguments: descriptions name some operations twice,
 * and so do lists of slugs that other programs were written for. Every former name goes on to work.
 */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolRequest } from "../../tool-request";
import type { ToolSchema } from "../../tool-schema";

/** The facts of a schema that a caller's value must fit, without words. */
function factsOf(schema: ToolSchema): unknown {
  const { description: _description, title: _title, examples: _examples, ...facts } = schema;
  return facts;
}

/** A tool's request with the facts of its arguments; undefined for tools that are more than one request. */
function signatureOf({ run, inputSchema, tags, deprecated }: CompiledTool): string | undefined {
  if (!run.request || deprecated || run.retires) return undefined;
  const { aliases: _aliases, parameters, body, answerHeaders: _headers, ...request } = run.request;
  const properties = Object.entries(inputSchema.properties).map(([key, schema]) => [key, factsOf(schema)] as const);
  const places = parameters.filter(({ unlisted }) => !unlisted);
  const fields = body?.mode === "flat" ? body.fields.filter(({ unlisted }) => !unlisted) : [];
  const byKey = <T extends { key: string }>(list: readonly T[]): T[] =>
    [...list].sort((a, b) => (a.key < b.key ? -1 : 1));
  return JSON.stringify([
    request,
    byKey(places),
    body && { ...body, fields: byKey(fields) },
    [...properties].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
    [...(inputSchema.required ?? [])].sort(),
    tags.filter((tag) => tag.endsWith("Hint")).sort(),
  ]);
}

const missing = <T extends { key: string }>(parts: readonly T[], others: readonly T[]): T[] =>
  others.filter(({ key, ...other }) => "unlisted" in other && !parts.some((part) => part.key === key));

/** The request with the names of arguments, and the arguments that no schema shows, of both. */
function joinRequests(request: ToolRequest, other: ToolRequest): ToolRequest {
  const { body } = request;
  const fields = body?.mode === "flat" && other.body?.mode === "flat" ? missing(body.fields, other.body.fields) : [];
  const aliases = { ...other.aliases, ...request.aliases };
  return {
    ...request,
    ...(Object.keys(aliases).length > 0 && { aliases }),
    parameters: [...request.parameters, ...missing(request.parameters, other.parameters)],
    ...(body?.mode === "flat" && { body: { ...body, fields: [...body.fields, ...fields] } }),
  };
}

/** The output with further keys of the other tool's output, which replaces an open one. */
function joinOutputs(tool: CompiledTool, other: CompiledTool): CompiledTool["outputSchema"] {
  const [data, further] = [tool.outputSchema.properties.data, other.outputSchema.properties.data];
  if (!further?.properties || data?.anyOf) return tool.outputSchema;
  if (!data?.properties) return other.outputSchema;
  const joined = { ...data, properties: { ...further.properties, ...data.properties } };
  return { ...tool.outputSchema, properties: { ...tool.outputSchema.properties, data: joined } };
}

function join(tool: CompiledTool, other: CompiledTool): void {
  const { run } = tool;
  if (!run.request || !other.run.request) return;
  const answer = { ...other.run.answer, ...run.answer };
  tool.outputSchema = joinOutputs(tool, other);
  tool.run = {
    ...run,
    request: joinRequests(run.request, other.run.request),
    ...(Object.keys(answer).length > 0 && { answer }),
  };
  tool.aliases.push(other.slug, ...other.aliases);
}

/** The tools by what they send, each group in the order in which its names are preferred. */
function groupsOf(tools: readonly CompiledTool[], first: readonly string[]): CompiledTool[][] {
  const groups = new Map<string, CompiledTool[]>();
  for (const tool of tools) {
    const signature = signatureOf(tool);
    if (signature !== undefined) groups.set(signature, [...(groups.get(signature) ?? []), tool]);
  }
  const place = ({ slug }: CompiledTool): number => (first.includes(slug) ? first.indexOf(slug) : first.length);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) =>
      group.sort((a, b) => place(a) - place(b) || a.slug.length - b.slug.length || (a.slug < b.slug ? -1 : 1)),
    );
}

/**
 * Merges them in place. The name that people use most stays, else the shortest.
 * @param first slugs in the order of use
 */
export function mergeEqualTools(tools: CompiledTool[], first: readonly string[]): void {
  const merged = new Set<CompiledTool>();
  for (const [tool, ...others] of groupsOf(tools, first)) {
    if (!tool) continue;
    for (const other of others) {
      join(tool, other);
      merged.add(other);
    }
  }
  if (merged.size > 0) tools.splice(0, tools.length, ...tools.filter((tool) => !merged.has(tool)));
}
