/** A compiled document as the files of a folder in toolkits/, from which the catalog is built. Pure. */
import { stringify } from "yaml";
import type { HandTool } from "@/lib/catalog/compile/sources/hand-tool";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import type { ProvidersFile, ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { ToolkitSettings } from "../settings.contract";
import { GRAPHQL_FAILURES } from "./from-hand-graphql";
import type { WrittenTool } from "./written-tool";

/** What the compiler made of a document on its way. */
export type CatalogParts = { file: ToolkitFile; providers: ProvidersFile; writtenTools: readonly WrittenTool[] };

type Input = {
  toolkit: CompiledToolkit;
  document: OpenApiDocument;
  /** "METHOD /path" of each tool by its slug. */
  operations: ReadonlyMap<string, string>;
  isGraphql: boolean;
  settings: ToolkitSettings;
  parts: CatalogParts;
};

const DESCRIPTION = "description.json";
/** A category that every catalog has. */
const CATEGORY = "other-/-miscellaneous";
const EFFECTS: Readonly<Record<string, string>> = {
  readOnlyHint: "read",
  createHint: "create",
  updateHint: "update",
  destructiveHint: "destroy",
};
const effectOf = ({ tags }: CompiledTool): string => tags.map((tag) => EFFECTS[tag]).find(Boolean) ?? "other";

/** Without lists and objects that are empty, which are the defaults of the file. */
const withoutEmpty = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).filter(([, part]: [string, unknown]) =>
      typeof part === "object" && part !== null ? Object.keys(part).length > 0 : part !== undefined,
    ),
  );

/** The tools that come from operations, each under the slug that it has here. */
function mapTools({ toolkit, operations, settings, parts }: Input): Record<string, object> {
  const ownTools = new Set(parts.writtenTools.map(({ key }) => key));
  const tools = toolkit.tools.flatMap(({ slug }) => {
    const operation = operations.get(slug) ?? "";
    const { name, description } = settings.tools?.[operation] ?? {};
    return ownTools.has(operation) ? [] : [[slug, withoutEmpty({ operation, name, description })] as const];
  });
  return Object.fromEntries(tools);
}

/** The tools that come with their requests. */
function writeTools({ toolkit, operations, isGraphql, parts }: Input): Record<string, object> {
  const ownTools = new Map(parts.writtenTools.map(({ key, tool }) => [key, tool]));
  const tools = toolkit.tools.flatMap(({ slug, name, description }) => {
    const tool: HandTool | undefined = ownTools.get(operations.get(slug) ?? "");
    const failures = isGraphql ? { failures: GRAPHQL_FAILURES } : {};
    return tool ? [[slug, { ...failures, ...withoutEmpty(tool), name, description }] as const] : [];
  });
  return Object.fromEntries(tools);
}

function toSource(input: Input, [source]: ToolkitFile["sources"]): object[] {
  if (!source) return [];
  const { fromConnection } = source;
  const file = `${input.toolkit.slug}/${DESCRIPTION}`;
  return [withoutEmpty({ package: "kept", file, rest: false, fromConnection, tools: mapTools(input) })];
}

/** Texts by the names of files: `toolkit.yaml`, and what it needs. The folder has the name of the toolkit. */
export function toCatalogFiles(input: Input): Record<string, string> {
  const { toolkit, document, parts } = input;
  const { sources, tools: _, ...facts } = parts.file;
  const { tools } = toolkit;
  const file = withoutEmpty({
    ...facts,
    categories: [CATEGORY],
    auth: facts.auth.map(withoutEmpty),
    sources: toSource(input, sources),
    tools: writeTools(input),
    important: tools.filter(({ important }) => important).map(({ slug }) => slug),
    effects: Object.fromEntries(tools.map((tool) => [tool.slug, effectOf(tool)])),
  });
  return {
    "toolkit.yaml": stringify(file, { lineWidth: 110 }),
    ...(Object.keys(parts.providers).length > 0 && { "providers.yaml": stringify(parts.providers) }),
    ...(sources.length > 0 && { [DESCRIPTION]: `${JSON.stringify(document, null, 1)}\n` }),
  };
}
