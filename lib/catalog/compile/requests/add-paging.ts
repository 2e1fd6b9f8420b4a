/** Adds arguments that choose a page where a description leaves them out: `toolkits/<slug>/paging.yaml`. */
import { z } from "zod";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";

const PageArgument = z.strictObject({
  type: z.enum(["string", "integer"]),
  description: z.string().trim().min(2).max(300),
  /** The name on the wire, if it differs. */
  name: z.string().min(1).max(100).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/**
 * Groups of lists: patterns of their slugs (`ACME_LIST_*`), the member of the answer that marks further pages (absent:
 * each tool counts), and the arguments, which are sent as a query.
 */
export const PagingFile = z.array(
  z.strictObject({
    tools: z.array(z.string().regex(/^[A-Z0-9_*]+$/)).min(1),
    answer: z.string().min(1).optional(),
    arguments: z.record(z.string().regex(/^\w{1,40}$/), PageArgument),
  }),
);
export type PagingFile = z.infer<typeof PagingFile>;
type Group = PagingFile[number];

const isOf = ({ slug, aliases, deprecated, outputSchema, run }: CompiledTool, { tools, answer }: Group): boolean => {
  if (run.request?.method !== "GET" || deprecated) return false;
  if (answer !== undefined && !Object.hasOwn(outputSchema.properties.data?.properties ?? {}, answer)) return false;
  const patterns = tools.map((text) => new RegExp(`^${text.replaceAll("*", ".*")}$`));
  return [slug, ...aliases].some((name) => patterns.some((pattern) => pattern.test(name)));
};

function addArguments(tool: CompiledTool, group: Group): void {
  const { run, inputSchema } = tool;
  if (!run.request) return;
  const missing = Object.entries(group.arguments).filter(([key]) => !Object.hasOwn(inputSchema.properties, key));
  const properties = missing.map(([key, { name: _name, ...schema }]) => [key, schema] as const);
  const parameters = missing.map(([key, { name = key }]) => ({ key, name, in: "query" as const }));
  tool.inputSchema = { ...inputSchema, properties: { ...inputSchema.properties, ...Object.fromEntries(properties) } };
  tool.run = { ...run, request: { ...run.request, parameters: [...run.request.parameters, ...parameters] } };
}

/** @throws CatalogSourceError for a group without a tool */
export function addPaging(tools: readonly CompiledTool[], toolkit: string, file: PagingFile): void {
  for (const [index, group] of file.entries()) {
    const members = tools.filter((tool) => isOf(tool, group));
    if (members.length === 0)
      throw new CatalogSourceError(`toolkits/${toolkit}/paging.yaml`, String(index), "no tool is of this group");
    for (const tool of members) addArguments(tool, group);
  }
}
