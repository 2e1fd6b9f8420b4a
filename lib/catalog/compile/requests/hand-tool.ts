/** Tools that a toolkit file writes out itself: single operations and composites. */
import type { BodyField, RequestBody, RequestParameter, ToolRequest } from "../../tool-request";
import type { BuiltinTool, CompositeTool, HandTool } from "../sources/hand-tool";
import type { CompiledTool } from "../../compiled-toolkit";
import type { SourceSchema } from "../sources/openapi-document";
import { SchemaBounder } from "../schemas/schema-bounder";
import {
  downloadSchema,
  fileOutputSchema,
  fileSchema,
  outputSchema,
  type RootSchema,
  type ToolSchema,
} from "../../tool-schema";
import { checkValues, withConstants } from "../checks/check-values";
import { fromConnectionWords } from "./add-connection-values";

const WRITTEN_INPUT = new SchemaBounder({}, { side: "input", depth: 8, descriptionMax: 1000 });
const WRITTEN_OUTPUT = new SchemaBounder({}, { side: "output", depth: 8, descriptionMax: 1000 });

/** The arguments of a hand-written operation: their schemas, and the place of each in the request. */
function writtenArguments(tool: HandTool) {
  const properties: Record<string, ToolSchema> = {};
  const required: string[] = [];
  const parameters: RequestParameter[] = [];
  const fields: BodyField[] = [];
  let wholeBody: RequestBody | undefined;
  const aliases: Record<string, string> = { ...tool.aliases };
  for (const [key, parameter] of Object.entries(tool.parameters)) {
    const {
      in: place,
      wireName = key,
      required: isRequired,
      requires,
      aliases: others,
      style,
      explode,
      at: bodyPath,
      whole,
      fromConnection,
      multiSegment,
      ...schema
    } = parameter;
    const isFile = schema.file_uploadable === true;
    if (multiSegment && (place !== "path" || schema.pattern === undefined))
      throw new Error(`${key}: multiSegment is for an argument in the path with a pattern`);
    properties[key] = isFile
      ? fileSchema(typeof schema.description === "string" ? schema.description : undefined)
      : valueSchema(key, { ...schema, ...(requires && { required: requires }) }, isRequired);
    if (fromConnection !== undefined) properties[key].description = fromConnectionWords(properties[key].description);
    else if (isRequired || place === "path") required.push(key);
    for (const other of others) aliases[other] = key;
    if (whole) wholeBody = { mode: "json", contentType: tool.contentType, required: isRequired, key };
    else if (place === "body" && bodyPath !== undefined) fields.push({ key, name: bodyPath, as: "inside" });
    else if (place === "body") fields.push({ key, name: wireName, ...(isFile ? { as: "file" as const } : {}) });
    else
      parameters.push({
        key,
        name: wireName,
        in: place,
        ...(style ? { style } : {}),
        ...(explode === undefined ? {} : { explode }),
        ...(multiSegment ? { allowReserved: true } : {}),
        ...(fromConnection === undefined ? {} : { fromConnection }),
      });
  }
  if (tool.wrap !== undefined && (fields.length === 0 || Object.hasOwn(properties, tool.wrap)))
    throw new Error(`wrap: expected arguments in the body, and none of the name ${tool.wrap}`);
  if (wholeBody && fields.length > 0) throw new Error("an argument is the whole body, and others are parts of it");
  return { properties, required, parameters, aliases, body: wholeBody ?? writtenBody(tool, fields) };
}

/** A single file whose type is neither a form nor JSON is the whole body, as bytes. */
function writtenBody({ contentType, ...tool }: HandTool, fields: BodyField[]): RequestBody | undefined {
  const { wrap, fixedBody, template } = tool;
  if (fields.length === 0 && fixedBody === undefined && template === undefined) return undefined;
  const [only, ...others] = fields;
  return only?.as === "file" && others.length === 0 && !/multipart|urlencoded|json/i.test(contentType)
    ? { mode: "file", contentType, required: true, key: only.key }
    : {
        ...{ mode: "flat", contentType, required: true, ...(wrap === undefined ? {} : { wrap }), fields },
        ...(fixedBody ? { fixed: fixedBody } : {}),
        ...(template ? { template } : {}),
      };
}

/**
 * A hand-written operation. `places` are the toolkit's base URL and fixed headers; a `file_uploadable` argument is a
 * file of its form.
 */
export function handTool(
  slug: string,
  tool: HandTool,
  places: { baseUrl: string | undefined; headers: Record<string, string> },
): CompiledTool {
  const baseUrl = tool.baseUrl ?? places.baseUrl;
  if (!baseUrl) throw new Error("no baseUrl, neither here nor in the toolkit");
  const { properties, required, parameters, body, aliases } = writtenArguments(tool);
  const request: ToolRequest = {
    method: tool.method,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    path: tool.path,
    parameters,
    ...(Object.keys(aliases).length > 0 ? { aliases } : {}),
    ...(body ? { body } : {}),
    ...(Object.keys(places.headers).length > 0 ? { headers: places.headers } : {}),
    ...(tool.binary ? { binary: true } : {}),
    ...(tool.returns === undefined ? {} : { returns: tool.returns }),
    ...(tool.failures ? { failures: tool.failures } : {}),
  };
  return {
    slug,
    ...words(tool),
    tags: tool.tags,
    inputSchema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) },
    outputSchema: tool.binary ? fileOutputSchema() : writtenOutput(tool.output),
    run: { request },
  };
}

/** The schema of an optional argument that a file describes. */
export const writtenSchema = (key: string, schema: Record<string, unknown>): ToolSchema =>
  valueSchema(key, schema, false);

/** A constant is filled in when the provider needs it; where it may be left out, leaving it out stays possible. */
function valueSchema(key: string, schema: Record<string, unknown>, isRequired: boolean): ToolSchema {
  checkValues(schema, key);
  const defaults = isRequired && schema.const !== undefined ? { default: schema.const } : {};
  const words = schema.readOnly === true ? { description: ignoredWords(schema.description) } : {};
  return WRITTEN_INPUT.compile({ ...(withConstants(schema) as SourceSchema), ...defaults, ...words });
}

/** @throws Error for an alias that is an argument's own name, or that leads to no argument: no caller could use it */
function checkedAliases(
  aliases: Readonly<Record<string, string>>,
  properties: Readonly<Record<string, unknown>>,
): Record<string, string> {
  for (const [alias, path] of Object.entries(aliases)) {
    if (Object.hasOwn(properties, alias)) throw new Error(`aliases.${alias}: the tool has an argument of this name`);
    if (!Object.hasOwn(properties, path.split(".", 1)[0] ?? ""))
      throw new Error(`aliases.${alias}: there is no argument ${path}`);
  }
  return { ...aliases };
}

/**
 * The description of a value that only the server writes; it is accepted, because callers with older instructions would
 * fail otherwise.
 */
const ignoredWords = (description: unknown): string =>
  `${typeof description === "string" ? `${description}. ` : ""}The server writes it and ignores what is given.`;

function writtenInput(source: Record<string, unknown>): RootSchema {
  checkValues(source, "");
  const input = withFiles(WRITTEN_INPUT.compile(withConstants(source) as SourceSchema), source);
  return { ...input, type: "object", properties: input.properties ?? {} };
}

/** A tool that this server runs itself. */
export const builtinTool = (slug: string, tool: BuiltinTool): CompiledTool => ({
  slug,
  ...words(tool),
  tags: tool.tags,
  inputSchema: writtenInput(tool.input),
  outputSchema: writtenOutput(tool.output),
  run: { builtin: slug },
});

/** A composite tool: its handler does the work. */
export function compositeTool(slug: string, tool: CompositeTool): CompiledTool {
  const inputSchema = writtenInput(tool.input);
  return {
    slug,
    ...words(tool),
    tags: tool.tags,
    inputSchema,
    outputSchema: writtenOutput(tool.output),
    run: {
      handler: tool.handler,
      ...(Object.keys(tool.aliases).length > 0
        ? { aliases: checkedAliases(tool.aliases, inputSchema.properties) }
        : {}),
    },
  };
}

/** The bounder knows no `file_uploadable`; arguments written with it keep it. */
function withFiles(schema: ToolSchema, source: Record<string, unknown>): ToolSchema {
  const properties = (source.properties ?? {}) as Record<string, Record<string, unknown>>;
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (properties[name]?.file_uploadable === true) property.file_uploadable = true;
  return schema;
}

function writtenOutput(output: HandTool["output"]): RootSchema {
  if (!output) return outputSchema(undefined);
  return outputSchema(withDownloads(WRITTEN_OUTPUT.compile(withConstants(output) as SourceSchema), output));
}

/** Adds `file_downloadable` to files in the answer of a handler, the only place where it is written. */
function withDownloads(schema: ToolSchema, source: Record<string, unknown>): ToolSchema {
  const properties = (source.properties ?? {}) as Record<string, Record<string, unknown>>;
  const files = Object.entries(schema.properties ?? {}).filter(
    ([name]) => properties[name]?.file_downloadable === true,
  );
  if (files.length === 0) return schema;
  return {
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(files.map(([name, { description }]) => [name, downloadSchema(description)])),
    },
  };
}

const words = (tool: HandTool | CompositeTool | BuiltinTool) => ({
  name: tool.name,
  description: tool.description.trim(),
  scopes: tool.scopes,
  deprecated: tool.deprecated,
  important: false,
  aliases: [],
});
