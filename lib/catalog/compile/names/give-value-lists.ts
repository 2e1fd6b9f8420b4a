/** Gives tools the lists of values that `values.yaml` names for their arguments. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { CompiledTool, CompiledToolkit } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { ValueList, ValuesFile } from "../../values-file";
import { byAnyName } from "./tool-slug";

/** The schema at a path; null if the description leaves it open, undefined if there is no such place. */
function schemaAt(schema: unknown, path: string): unknown {
  let current: unknown = schema;
  for (const name of path.split(".")) {
    if (!isObject(current)) return null;
    const { properties, additionalProperties } = current;
    if (isObject(properties) && Object.hasOwn(properties, name)) current = properties[name];
    else return isObject(properties) && Object.keys(properties).length > 0 && !additionalProperties ? undefined : null;
  }
  return current;
}

/** The problem of a list; undefined if it has none. */
function findProblem(list: ValueList, lister: CompiledTool | undefined): string | undefined {
  if (!lister) return `there is no tool ${list.tool}`;
  if (!lister.tags.includes("readOnlyHint")) return `${list.tool} does more than read`;
  const arguments_ = new Set([...Object.keys(list.with ?? {}), ...(list.needs ?? [])]);
  const stranger = [...arguments_].find((name) => !Object.hasOwn(lister.inputSchema.properties, name));
  if (stranger !== undefined) return `${list.tool} has no argument ${stranger}`;
  const missing = (lister.inputSchema.required ?? []).find((name) => !arguments_.has(name));
  if (missing !== undefined) return `${list.tool} needs ${missing}`;
  const items = schemaAt(lister.outputSchema, `data.${list.items}`);
  if (items === undefined) return `the answer of ${list.tool} has no ${list.items}`;
  const item = isObject(items) ? items.items : null;
  const paths = [list.value, list.label, ...Object.values(list.fills ?? {})].filter((path) => path !== undefined);
  const wrong = paths.find((path) => schemaAt(item, path) === undefined);
  return wrong === undefined ? undefined : `an item of ${list.items} has no ${wrong}`;
}

/** The lists for the arguments of a tool; a tool does not list the values of its own arguments. */
function listsOf(
  { slug, inputSchema: { properties } }: CompiledTool,
  lists: readonly (readonly [string, ValueList])[],
) {
  const usable = lists.filter(
    ([name, { tool, needs = [] }]) =>
      tool !== slug && Object.hasOwn(properties, name) && needs.every((other) => Object.hasOwn(properties, other)),
  );
  return usable.length > 0 ? Object.fromEntries(usable) : undefined;
}

/**
 * The object that runs a tool can be shared with another toolkit, so each tool gets its own.
 * @throws CatalogSourceError for a list that the toolkit's tools cannot give
 */
export function giveValueLists(toolkit: CompiledToolkit, file: ValuesFile): CompiledToolkit {
  const place = `toolkits/${toolkit.slug}/values.yaml`;
  const bySlug = byAnyName(toolkit.tools);
  const lists = Object.entries(file).map(([name, list]) => {
    const lister = bySlug.get(list.tool);
    const problem = findProblem(list, lister);
    if (problem !== undefined) throw new CatalogSourceError(place, name, problem);
    return [name, { ...list, tool: lister?.slug ?? list.tool }] as const;
  });
  const tools = toolkit.tools.map((tool) => {
    const toolLists = listsOf(tool, lists);
    return toolLists ? { ...tool, run: { ...tool.run, lists: toolLists } } : tool;
  });
  const unused = lists.find(([name]) => !tools.some(({ run }) => run.lists && Object.hasOwn(run.lists, name)));
  if (unused) throw new CatalogSourceError(place, unused[0], "no tool has this argument");
  return { ...toolkit, tools };
}
