/** Reads how users sign in to a toolkit, and the tools that a person wrote out: an integration.yaml. */
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { CompileInput } from "./compile-input";
import { fromHand } from "./from-hand";
import type { Problems } from "./problem";
import { readDocument } from "./read-document";
import { type Integration, readIntegration } from "./read-integration";
import { toSlug } from "./to-slug";
import type { WrittenTool } from "./written-tool";

/** The parts of a toolkit that do not come from the operations of its document. */
export type Frame = {
  integration: Integration | undefined;
  tools: readonly WrittenTool[];
  /** How many tools are written, also those that cannot be used. */
  total: number;
};

/**
 * An integration.yaml with the tools that are written into it.
 * @param document that it belongs to; alone it must describe how users sign in
 */
export function readFrame(
  value: unknown,
  input: CompileInput,
  document: OpenApiDocument | undefined,
  problems: Problems,
): Frame {
  const { tools: entries, ...rest }: Values = isObject(value) ? value : {};
  if (entries === undefined)
    return { integration: readIntegration(value, input.slug ?? "own", problems), tools: [], total: 0 };
  const isOnlyTools = document !== undefined && Object.keys(rest).length === 0;
  const integration = isOnlyTools ? undefined : readIntegration(rest, input.slug ?? "own", problems);
  const slug = slugOf(input, document ?? {}, integration);
  const { operations } = input.settings;
  const choices = operations && new Set(operations);
  const options = { slug, integration, document: document ?? {}, choices };
  return { integration, ...fromHand(entries, options, problems) };
}

/** The integration.yaml that comes with a document; its problems name it, and have its lines. */
export function readBeside(input: CompileInput, document: OpenApiDocument, problems: Problems): Frame {
  const nothing = { integration: undefined, tools: [], total: 0 };
  if (input.settings.integration === undefined) return nothing;
  const read = readDocument(input.settings.integration);
  const frame = read.problems.hasFatal ? nothing : readFrame(read.value, input, document, read.problems);
  read.locate();
  for (const { path, message, fix, line, column, fatal: isFatal } of read.problems.items)
    problems.add(`integration.yaml#${path}`, message, fix, {
      ...{ line: Math.max(line, 1), column: Math.max(column, 1) },
      ...(isFatal ? { fatal: true } : {}),
    });
  return { ...frame, tools: frame.tools.map((tool) => ({ ...tool, pointer: `integration.yaml#${tool.pointer}` })) };
}

/** The slug that was chosen, or that of the name. */
export function slugOf(
  { slug, settings }: CompileInput,
  { info }: OpenApiDocument,
  integration: Integration | undefined,
): string {
  const title = isObject(info) && typeof info.title === "string" ? info.title : "";
  return slug ?? toSlug(settings.name ?? integration?.file.unique_key ?? integration?.file.name ?? title);
}
