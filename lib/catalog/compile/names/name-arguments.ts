/** Gives tools the other names of their arguments that a toolkit's file lists. */
import { type ArgumentsFile, checkAliases, isPassed, type PassedArgument } from "../../argument-alias";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { BodyField, ToolRequest } from "../../tool-request";
import type { RootSchema } from "../../tool-schema";
import { writtenSchema } from "../requests/hand-tool";
import { byAnyName } from "./tool-slug";

const unlisted = ({ shows }: PassedArgument): { unlisted?: true } => (shows === undefined ? { unlisted: true } : {});

/** A request that also sends arguments which the tool's description does not contain. */
function withPassed(request: ToolRequest, passed: readonly (readonly [string, PassedArgument])[]): ToolRequest {
  const parameters = passed.flatMap(([key, entry]) => {
    const { in: place, name = key, explode } = entry;
    return place === "body"
      ? []
      : [{ key, name, in: place, ...unlisted(entry), ...(explode === undefined ? {} : { explode }) }];
  });
  const fields = passed.flatMap(([key, entry]): BodyField[] => {
    const { in: place, name = key, at: bodyPath } = entry;
    if (place !== "body") return [];
    return [
      bodyPath === undefined
        ? { key, name, ...unlisted(entry) }
        : { key, name: bodyPath, as: "inside", ...unlisted(entry) },
    ];
  });
  const { body } = request;
  if (
    passed.some(
      ([, { in: place, at: bodyPath }]) =>
        bodyPath !== undefined && (place !== "body" || !/json/.test(body?.contentType ?? "")),
    )
  )
    throw new Error("only a JSON body has ways into it");
  if (fields.length > 0 && body?.mode !== "flat") throw new Error("the request has no body of single fields");
  return {
    ...request,
    parameters: [...request.parameters, ...parameters],
    ...(body?.mode === "flat" && { body: { ...body, fields: [...body.fields, ...fields] } }),
  };
}

/** The possible targets of names: the arguments, and the object into which the body wraps them. */
function withWrap({ inputSchema, run: { request } }: CompiledTool): CompiledTool["inputSchema"] {
  const wrap = request?.body?.mode === "flat" ? request.body.wrap : undefined;
  if (wrap === undefined) return inputSchema;
  return { ...inputSchema, properties: { ...inputSchema.properties, [wrap]: { type: "object" } } };
}

/** The input with the arguments of the file that the tool shows. */
function withShown(schema: RootSchema, names: ArgumentsFile[string]): RootSchema {
  const entries = Object.entries(names).flatMap(([key, entry]) => {
    if (!isPassed(entry) || entry.shows === undefined) return [];
    const { shows } = entry;
    return [[key, writtenSchema(key, typeof shows === "string" ? { type: "string", description: shows } : shows)]];
  });
  if (entries.length === 0) return schema;
  return {
    ...schema,
    properties: { ...schema.properties, ...(Object.fromEntries(entries) as RootSchema["properties"]) },
  };
}

/** @throws CatalogSourceError for names that lead nowhere. Names can lead into the arguments that the file shows. */
function checkedInput(tool: CompiledTool, names: ArgumentsFile[string], file: string): RootSchema {
  const place = { file, tool: tool.slug };
  const [ownNames, otherNames] = [true, false].map((isShown) =>
    Object.fromEntries(
      Object.entries(names).filter(([, entry]) => (isPassed(entry) && entry.shows !== undefined) === isShown),
    ),
  );
  checkAliases(place, ownNames ?? {}, withWrap(tool));
  const inputSchema = withShown(tool.inputSchema, names);
  checkAliases(place, otherNames ?? {}, withWrap({ ...tool, inputSchema }));
  return inputSchema;
}

/** Names of the tool's own entry come first. The object that runs a tool can be shared with the mirrored toolkit. */
function withNames({ run }: CompiledTool, names: ArgumentsFile[string]): CompiledTool["run"] {
  const entries = Object.entries(names);
  const passed = entries.flatMap(([name, entry]) => (isPassed(entry) ? [[name, entry] as const] : []));
  const aliases = Object.fromEntries(
    entries.flatMap(([name, entry]) => (isPassed(entry) ? [] : [[name, entry] as const])),
  );
  if (run.request) {
    const request = withPassed(run.request, passed);
    return { ...run, request: { ...request, aliases: { ...aliases, ...request.aliases } } };
  }
  if (run.handler === undefined) throw new Error("a tool of this server itself has no other names of arguments");
  if (passed.length > 0) throw new Error("only single requests can send what their schema does not show");
  return { ...run, aliases: { ...aliases, ...run.aliases } };
}

/**
 * @param mirrored tools that come from another toolkit, which can lack some of them
 * @throws CatalogSourceError for a tool that does not exist, or names that lead nowhere
 */
export function nameArguments(
  tools: readonly CompiledTool[],
  toolkit: string,
  file: ArgumentsFile,
  mirrored?: ReadonlyMap<string, number>,
): void {
  const place = `toolkits/${toolkit}/arguments.yaml`;
  const bySlug = byAnyName(tools);
  for (const [slug, names] of Object.entries(file)) {
    const tool = bySlug.get(slug);
    if (!tool && mirrored && mirrored.size > 0) continue;
    if (!tool) throw new CatalogSourceError(place, slug, "there is no such tool");
    tool.inputSchema = checkedInput(tool, names, place);
    try {
      tool.run = withNames(tool, names);
    } catch (error) {
      throw new CatalogSourceError(place, slug, error instanceof Error ? error.message : String(error));
    }
  }
}
