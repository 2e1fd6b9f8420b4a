/** The tools of one source of a toolkit: a description's operations, named by rule or by the toolkit file. */
import type { MappedTool, ToolkitSource } from "../sources/toolkit-file";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { RequestParameter } from "../../tool-request";
import { addConnectionValues } from "./add-connection-values";
import { addChoices } from "../sources/add-choices";
import { addMembers } from "../sources/add-members";
import { mendBodies } from "../sources/mend-bodies";
import {
  METHODS,
  dereference,
  type Method,
  type OpenApiDocument,
  type SourceOperation,
  type SourcePath,
} from "../sources/openapi-document";
import { deepenLater } from "./deepen-answer";
import { OperationCompiler, type DraftTool } from "./operation-compiler";
import { overlay, withFixedQuery } from "./overlay";
import { screaming, slugCandidates, takeSlug } from "../names/tool-slug";

type DescribedOperation = { key: string; path: string; method: Method; item: SourcePath; operation: SourceOperation };

/** Every operation of a document, in its order. */
function operationsOf(document: OpenApiDocument): DescribedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) => {
    const item = dereference(document, pathItem);
    if (!item) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return operation && typeof operation === "object"
        ? [{ key: `${method.toUpperCase()} ${path}`, path, method, item, operation }]
        : [];
    });
  });
}

export type DescribedContext = {
  toolkit: string;
  baseUrl: string | undefined;
  headers: Record<string, string>;
  usedSlugs: Set<string>;
  /** Called for an operation that cannot be compiled, which is then left out; absent = it is an error. */
  skip?: (operation: string, reason: string) => void;
};

/**
 * Compiles a source. Names given in the toolkit file are taken first, then the rule names what is left.
 * @throws CatalogSourceError naming the file, the operation and the reason
 */
export function describedTools(
  published: OpenApiDocument,
  source: ToolkitSource,
  context: DescribedContext,
): CompiledTool[] {
  const mended = inSource(source, "bodies", () => mendBodies(published, source));
  const longer = inSource(source, "choices", () => addChoices(mended, source.choices));
  const document = inSource(source, "adds", () => addMembers(longer, source));
  const operations = operationsOf(document);
  if (operations.length === 0) throw new CatalogSourceError(source.file, "paths", "the description has no operations");
  const baseUrl = source.baseUrl ?? (document.servers?.length ? undefined : context.baseUrl);
  const compiler = new OperationCompiler(document, {
    ...(baseUrl ? { baseUrl } : {}),
    headers: context.headers,
    dropParameters: new Set([...source.dropParameters, ...Object.keys(source.fixedQuery)]),
    optional: new Set(source.optional),
    ...(source.unwrap === undefined ? {} : { unwrap: source.unwrap }),
    isFile: (operation) => source.files.some((pattern) => new RegExp(pattern).test(operation)),
  });
  const draft = (operation: DescribedOperation): DraftTool =>
    inSource(source, operation.key, () =>
      withoutListFilters(
        operation.key,
        withSourceFacts(
          compiler.compile(operation.path, operation.item, operation.method, operation.operation),
          source,
        ),
        source,
      ),
    );
  const mapped = namedTools(operations, source, context, draft);
  if (!source.rest) return mapped;
  const named = new Set(Object.values(source.tools).map((tool) => tool.operation));
  const rest = operations
    .filter((operation) => !named.has(operation.key) && isWanted(operation.key, source))
    .slice(0, source.cap);
  return [
    ...mapped,
    ...rest.flatMap((operation) => {
      const tool = tryDraft(operation, context, draft);
      return tool ? [toCompiled(takeRuleSlug(operation, source, context), tool)] : [];
    }),
  ];
}

/** The tool of an operation; undefined if the operation is left out. */
function tryDraft(
  operation: DescribedOperation,
  { skip }: DescribedContext,
  draft: (operation: DescribedOperation) => DraftTool,
): DraftTool | undefined {
  if (!skip) return draft(operation);
  try {
    return draft(operation);
  } catch (error) {
    skip(operation.key, error instanceof CatalogSourceError ? error.reason : String(error));
    return undefined;
  }
}

/** A slug by the source's rule, for an operation that the toolkit file does not name. */
function takeRuleSlug(operation: DescribedOperation, source: ToolkitSource, context: DescribedContext): string {
  const prefix = screaming(context.toolkit);
  const facts = { method: operation.method, path: operation.path, ...textOf(operation.operation) };
  const candidates = slugCandidates(prefix, source.slugRule, facts, source.dropWords);
  return takeSlug(context.usedSlugs, candidates, `${prefix}_OPERATION`);
}

function inSource<T>(source: ToolkitSource, place: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new CatalogSourceError(source.file, place, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Applies facts of a source to each operation: fixed query values, values of the connection, and path parameters that
 * keep their slashes.
 */
function withSourceFacts(
  sourceDraft: DraftTool,
  { fixedQuery, multiSegment, fromConnection }: ToolkitSource,
): DraftTool {
  const draft = addConnectionValues(sourceDraft, fromConnection);
  const parameters = draft.request.parameters.map((parameter) =>
    parameter.in === "path" && multiSegment.includes(parameter.name)
      ? { ...parameter, allowReserved: true }
      : parameter,
  );
  return { ...draft, request: { ...draft.request, path: withFixedQuery(draft.request.path, fixedQuery), parameters } };
}

/**
 * The tool without its query in the schema, if the toolkit's file names it as one for which the description
 * repeats the filters of a list. Programs that send them go on to work.
 */
function withoutListFilters(key: string, draft: DraftTool, { noQuery }: ToolkitSource): DraftTool {
  if (!noQuery.some((pattern) => new RegExp(pattern).test(key))) return draft;
  const required = new Set(draft.inputSchema.required);
  const isFilter = (part: RequestParameter): boolean => part.in === "query" && !required.has(part.key);
  const filters = new Set(draft.request.parameters.filter(isFilter).map((part) => part.key));
  const properties = Object.entries(draft.inputSchema.properties).filter(([name]) => !filters.has(name));
  const parameters = draft.request.parameters.map((part) =>
    isFilter(part) ? { ...part, unlisted: true as const } : part,
  );
  return {
    ...draft,
    inputSchema: { ...draft.inputSchema, properties: Object.fromEntries(properties) },
    request: { ...draft.request, parameters },
  };
}

const textOf = ({ summary, operationId }: SourceOperation) => ({
  ...(summary ? { summary } : {}),
  ...(operationId ? { operationId } : {}),
});

function namedTools(
  operations: DescribedOperation[],
  source: ToolkitSource,
  context: DescribedContext,
  draft: (operation: DescribedOperation) => DraftTool,
): CompiledTool[] {
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  return Object.entries(source.tools).map(([slug, mapped]: [string, MappedTool]) => {
    const operation = byKey.get(mapped.operation);
    if (!operation)
      throw new CatalogSourceError(
        source.file,
        mapped.operation,
        `${slug} names an operation that the description does not have`,
      );
    context.usedSlugs.add(slug);
    try {
      return toCompiled(slug, overlay(draft(operation), mapped));
    } catch (error) {
      throw error instanceof CatalogSourceError
        ? error
        : new CatalogSourceError(
            source.file,
            mapped.operation,
            `${slug}: ${error instanceof Error ? error.message : String(error)}`,
          );
    }
  });
}

function isWanted(key: string, source: ToolkitSource): boolean {
  const matches = (pattern: string): boolean => new RegExp(pattern).test(key);
  return (source.include.length === 0 || source.include.some(matches)) && !source.exclude.some(matches);
}

function toCompiled(slug: string, { request, deepenData, ...draft }: DraftTool): CompiledTool {
  const tool: CompiledTool = { slug, ...draft, run: { request }, important: false, aliases: [] };
  return deepenData ? deepenLater(tool, deepenData) : tool;
}
