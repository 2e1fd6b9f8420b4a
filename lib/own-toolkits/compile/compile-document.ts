/** Compiles a document that somebody sent into a toolkit and a report. Pure: it runs in a thread of its own. */
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { readDiscovery, type DiscoveryDocument } from "@/lib/catalog/compile/sources/read-discovery";
import { atPointer, type OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { isObject } from "@/lib/kernel/text/is-object";
import type { SourceKind } from "../constants";
import type { ToolkitSettings } from "../settings.contract";
import type { CompileInput } from "./compile-input";
import { checkReferences } from "./check-references";
import { explainUnknown, findKind } from "./find-kind";
import { fromGraphql, type GraphqlTool } from "./from-graphql";
import { fromPostman } from "./from-postman";
import { fromSwagger } from "./from-swagger";
import { limitToolkit } from "./limit-toolkit";
import { operationKey, operationPointer, prepareOperations } from "./prepare-operations";
import type { Problems } from "./problem";
import { readDocument } from "./read-document";
import { type Integration, readIntegration } from "./read-integration";
import { toSlug } from "./to-slug";
import { DOCUMENT_FILE, toToolkitFile } from "./to-toolkit-file";

type NamedInput = CompileInput & { slug: string };

export type CompiledDocument = {
  kind: SourceKind | undefined;
  /** Undefined if nothing could be compiled. */
  toolkit: CompiledToolkit | undefined;
  document: OpenApiDocument;
  /** "METHOD /path" of each tool by its slug, as settings name it. */
  operations: Map<string, string>;
  total: number;
  problems: Problems;
};

/** The reader trusts Google's documents, so a part of another form ends it. */
function fromDiscovery(value: Record<string, unknown>, problems: Problems): OpenApiDocument {
  try {
    return readDiscovery(value as unknown as DiscoveryDocument);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problems.add(
      "",
      "The document has a part of another form than Google's format has.",
      "Compare it with the format.",
    );
    return {};
  }
}

/** The document as OpenAPI 3. */
function toOpenApi(kind: SourceKind, value: Record<string, unknown>, problems: Problems): OpenApiDocument {
  if (kind === "swagger") return fromSwagger(value);
  if (kind === "postman") return fromPostman(value, problems, (text) => findJson(text, SMALL_BOUNDS));
  if (kind === "discovery") return fromDiscovery(value, problems);
  return value as OpenApiDocument;
}

const HINTS = { read: "readOnlyHint", create: "createHint", update: "updateHint", destroy: "destructiveHint" };
const isHint = (tag: string): boolean => Object.values(HINTS).includes(tag) || tag === "idempotentHint";

/** Texts and hints that a person chose, over those of the document. */
function applySettings(
  tools: CompiledTool[],
  operations: ReadonlyMap<string, string>,
  { tools: choices = {} }: ToolkitSettings,
): void {
  for (const tool of tools) {
    const choice = choices[operations.get(tool.slug) ?? ""];
    if (!choice) continue;
    if (choice.name !== undefined) tool.name = choice.name;
    if (choice.description !== undefined) tool.description = choice.description;
    if (choice.important !== undefined) tool.important = choice.important;
    if (choice.effect !== undefined)
      tool.tags = [
        HINTS[choice.effect],
        ...(choice.effect === "read" ? ["idempotentHint"] : []),
        ...tool.tags.filter((tag) => !isHint(tag)),
      ];
  }
}

/** Slugs that a person chose; one that another tool has is a problem. */
function renameTools(
  tools: readonly CompiledTool[],
  operations: Map<string, string>,
  input: NamedInput,
  problems: Problems,
): void {
  const usedSlugs = new Set(tools.flatMap(({ slug, aliases }) => [slug, ...aliases]));
  for (const tool of tools) {
    const key = operations.get(tool.slug) ?? "";
    const choice = input.settings.tools?.[key]?.slug;
    const slug = choice && `${input.slug.toUpperCase()}_${choice}`;
    if (slug === undefined || slug === tool.slug) continue;
    if (usedSlugs.has(slug) || slug.length > 64) {
      problems.add(operationPointer(key), `The name ${slug} is taken or too long.`, "Choose another name.");
      continue;
    }
    usedSlugs.add(slug);
    operations.delete(tool.slug);
    operations.set(slug, key);
    tool.slug = slug;
  }
}

/** Where each tool is in the document. A compiled path has other places and no fragment. */
function operationsOf(
  tools: readonly CompiledTool[],
  document: OpenApiDocument,
  keys: ReadonlyMap<string, string>,
): Map<string, string> {
  const paths = new Map(
    Object.keys(document.paths ?? {}).map((path) => [
      path.replace(/\/:([A-Za-z_]\w*)(?=\/|$)/g, "/{$1}").replace(/#.*$/, ""),
      path,
    ]),
  );
  return new Map(
    tools.map(({ slug, run: { request } }) => [
      slug,
      keys.get(slug) ?? (request ? operationKey(request.method, paths.get(request.path) ?? request.path) : slug),
    ]),
  );
}

/** GraphQL answers 200 with its errors (https://spec.graphql.org/October2021/#sec-Errors). */
const GRAPHQL_REFUSALS = { failures: [{ at: "errors", filled: true as const, words: ["errors.*.message"] }] };

function compileTools(
  document: OpenApiDocument,
  input: NamedInput,
  integration: Integration | undefined,
  problems: Problems,
  writtenTools: readonly GraphqlTool[],
): CompiledToolkit {
  const { file, providers } = toToolkitFile(document, input, integration, problems);
  file.tools = Object.fromEntries(writtenTools.map(({ slug, tool }) => [slug, tool]));
  const toolkit = compileToolkit({
    ...{ slug: input.slug, filePath: DOCUMENT_FILE, file, providers },
    ...(writtenTools.length > 0 ? { refusals: GRAPHQL_REFUSALS } : {}),
    skip: (place, reason) =>
      problems.add(
        / \//.test(place) ? operationPointer(place) : "",
        `${place} is left out: ${reason}.`.replace(/\.\.$/, "."),
        "Correct the operation, or leave it out.",
      ),
    read: () => document,
  });
  delete toolkit.meta.basis;
  return limitToolkit(toolkit, problems);
}

/**
 * Compiles as far as it can; each problem is named with its place. Never throws for what the text contains, except
 * errors of memory and stack.
 */
export function compileDocument(input: CompileInput): CompiledDocument {
  const { value, problems, locate } = readDocument(input.text);
  const kind = findKind(value);
  const result: CompiledDocument = {
    kind,
    toolkit: undefined,
    document: {},
    operations: new Map(),
    total: 0,
    problems,
  };
  if (value !== undefined && (kind === undefined || !isObject(value))) {
    const { message, fix } = explainUnknown(value, input.text);
    problems.add("", message, fix, { fatal: true });
  } else if (kind === "integration") {
    const integration = readIntegration(value, input.slug ?? "own", problems);
    if (integration) finish(result, input, integration);
  } else if (kind === "graphql" && isObject(value)) {
    const { origin, path } = endpointOf(input);
    result.document = { info: { title: origin.replace(/^\w+:\/\//, "") }, servers: [{ url: origin }] };
    const integration = readBeside(input, problems);
    const facts = { slug: slugOf(input, result.document, integration), path, choices: input.settings.operations };
    const { tools, total } = fromGraphql(value, facts, problems);
    result.total = total;
    finish(result, input, integration, tools);
  } else if (kind !== undefined && isObject(value)) {
    checkReferences(value, problems);
    result.document = toOpenApi(kind, value, problems);
    result.total = prepareOperations(result.document, input.settings.operations, problems);
    if (Object.keys(result.document.paths ?? {}).length === 0)
      problems.add("/paths", "No operation could be used.", "Describe at least one operation.", { fatal: true });
    else finish(result, input, readBeside(input, problems));
  }
  locate();
  return result;
}

/** The integration.yaml that comes with a document; its problems name it, and have its lines. */
function readBeside({ settings, slug }: CompileInput, problems: Problems): Integration | undefined {
  if (settings.integration === undefined) return undefined;
  const read = readDocument(settings.integration);
  const integration = read.problems.hasFatal ? undefined : readIntegration(read.value, slug ?? "own", read.problems);
  read.locate();
  for (const { path, message, fix, line, column, fatal: isFatal } of read.problems.items)
    problems.add(`integration.yaml#${path}`, message, fix, {
      ...{ line: Math.max(line, 1), column: Math.max(column, 1) },
      ...(isFatal ? { fatal: true } : {}),
    });
  return integration;
}

/** The slug that was chosen, or that of the name. */
function slugOf(
  { slug, settings }: CompileInput,
  { info }: OpenApiDocument,
  integration: Integration | undefined,
): string {
  const title = isObject(info) && typeof info.title === "string" ? info.title : "";
  return slug ?? toSlug(settings.name ?? integration?.file.unique_key ?? integration?.file.name ?? title);
}

/** Where requests of a GraphQL schema go: the server, and the path of the endpoint. */
function endpointOf({ url, settings }: CompileInput): { origin: string; path: string } {
  const address = settings.base_url ?? url ?? "";
  const [, origin = "/", path = "/graphql"] =
    /^([a-z]+:\/\/.*?|\{\w+\}.*?)(\/[^/?#]*)?\/?(?:[?#].*)?$/i.exec(address) ?? [];
  return { origin, path };
}

function finish(
  result: CompiledDocument,
  input: CompileInput,
  integration: Integration | undefined,
  writtenTools: readonly GraphqlTool[] = [],
): void {
  const { document, problems } = result;
  // Without its integration.yaml, a toolkit would have the sign-in of its document instead.
  if (problems.hasFatal) return;
  const named = { ...input, slug: slugOf(input, document, integration) };
  try {
    const toolkit = compileTools(document, named, integration, problems, writtenTools);
    const keys = new Map(writtenTools.map(({ slug, key }) => [slug, key]));
    result.operations = operationsOf(toolkit.tools, document, keys);
    applySettings(toolkit.tools, result.operations, input.settings);
    renameTools(toolkit.tools, result.operations, named, problems);
    if (toolkit.tools.length === 0 && result.kind !== "integration")
      problems.add("/paths", "No operation could become a tool.", "See the other problems.", { fatal: true });
    else result.toolkit = toolkit;
  } catch (error) {
    if (!(error instanceof CatalogSourceError)) throw error;
    const place = atPointer(document, `#${error.place}`) === undefined ? "" : error.place;
    problems.add(place, error.reason, "Correct the document at this place.", { fatal: true });
  }
}
