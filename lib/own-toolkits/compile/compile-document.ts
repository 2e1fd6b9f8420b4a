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
import { fromGraphql } from "./from-graphql";
import { fromPostman } from "./from-postman";
import { fromSwagger } from "./from-swagger";
import { GRAPHQL_FAILURES } from "./from-hand-graphql";
import { limitToolkit } from "./limit-toolkit";
import { operationKey, operationPointer, prepareOperations } from "./prepare-operations";
import type { Problems } from "./problem";
import { readDocument } from "./read-document";
import type { CatalogParts } from "./to-catalog-files";
import { type Frame, readBeside, readFrame, slugOf } from "./read-frame";
import { DOCUMENT_FILE, toToolkitFile } from "./to-toolkit-file";
import { pointersOf, withWrittenChoices } from "./written-tool";

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
  /** What the catalog would be built from; undefined if nothing could be compiled. */
  parts?: CatalogParts;
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
export function applySettings(
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

function compileTools(result: CompiledDocument, input: NamedInput, { integration, tools }: Frame): CompiledToolkit {
  const { document, kind, problems } = result;
  const { file, providers } = toToolkitFile(document, input, integration, problems);
  result.parts = { file, providers, writtenTools: tools };
  file.tools = Object.fromEntries(tools.map(({ slug, tool }) => [slug, tool]));
  const pointers = pointersOf(tools);
  const toolkit = compileToolkit({
    ...{ slug: input.slug, filePath: DOCUMENT_FILE, file, providers },
    ...(kind === "graphql" ? { refusals: { failures: GRAPHQL_FAILURES } } : {}),
    skip: (place, reason) =>
      problems.add(
        pointers.get(place) ?? (/ \//.test(place) ? operationPointer(place) : ""),
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
    const { message, fix } = explainUnknown(value, typeof input.text === "string" ? input.text : input.text());
    problems.add("", message, fix, { fatal: true });
  } else if (kind === "integration" || kind === "hand") {
    const frame = readFrame(value, input, undefined, problems);
    if (frame.integration && kind === "hand")
      result.document = { info: { title: frame.integration.file.name }, servers: [] };
    result.total = frame.total;
    if (frame.integration) finish(result, input, frame);
  } else if (kind === "graphql" && isObject(value)) compileGraphql(result, input, value);
  else if (kind !== undefined && isObject(value)) compileOperations(result, input, value, kind);
  locate();
  return result;
}

function compileGraphql(result: CompiledDocument, input: CompileInput, value: Record<string, unknown>): void {
  const { problems } = result;
  const { origin, path } = endpointOf(input);
  result.document = { info: { title: origin.replace(/^\w+:\/\//, "") }, servers: [{ url: origin }] };
  const beside = readBeside(input, result.document, problems);
  const slug = slugOf(input, result.document, beside.integration);
  const { tools, total } = fromGraphql(value, { slug, path, choices: input.settings.operations }, problems);
  result.total = total + beside.total;
  finish(result, input, { ...beside, tools: [...tools, ...beside.tools] });
}

function compileOperations(
  result: CompiledDocument,
  input: CompileInput,
  value: Record<string, unknown>,
  kind: SourceKind,
): void {
  const { problems } = result;
  checkReferences(value, problems);
  result.document = toOpenApi(kind, value, problems);
  const total = prepareOperations(result.document, input.settings.operations, problems);
  const beside = readBeside(input, result.document, problems);
  result.total = total + beside.total;
  if (Object.keys(result.document.paths ?? {}).length === 0 && beside.tools.length === 0)
    problems.add("/paths", "No operation could be used.", "Describe at least one operation.", { fatal: true });
  else finish(result, input, beside);
}

/** Where requests of a GraphQL schema go: the server, and the path of the endpoint. */
function endpointOf({ url, settings }: CompileInput): { origin: string; path: string } {
  const address = settings.base_url ?? url ?? "";
  const [, origin = "/", path = "/graphql"] =
    /^([a-z]+:\/\/.*?|\{\w+\}.*?)(\/[^/?#]*)?\/?(?:[?#].*)?$/i.exec(address) ?? [];
  return { origin, path };
}

function finish(result: CompiledDocument, input: CompileInput, frame: Frame): void {
  const { document, problems, kind } = result;
  // Without its integration.yaml, a toolkit would have the sign-in of its document instead.
  if (problems.hasFatal) return;
  const named = { ...input, slug: slugOf(input, document, frame.integration) };
  try {
    const toolkit = compileTools(result, named, frame);
    const keys = new Map(frame.tools.map(({ slug, key }) => [slug, key]));
    result.operations = operationsOf(toolkit.tools, document, keys);
    applySettings(toolkit.tools, result.operations, withWrittenChoices(input.settings, frame.tools));
    renameTools(toolkit.tools, result.operations, named, problems);
    const place = kind === "hand" ? "/tools" : "/paths";
    if (toolkit.tools.length === 0 && kind !== "integration")
      problems.add(place, "No operation could become a tool.", "See the other problems.", { fatal: true });
    else result.toolkit = toolkit;
  } catch (error) {
    if (!(error instanceof CatalogSourceError)) throw error;
    const place = atPointer(document, `#${error.place}`) === undefined ? "" : error.place;
    problems.add(place, error.reason, "Correct the document at this place.", { fatal: true });
  }
}
