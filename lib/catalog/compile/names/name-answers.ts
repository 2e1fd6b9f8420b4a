/** Applies `answers.yaml` to tools: the form of open answers, and further keys. */
import {
  ALL_TOOLS,
  NO_VALUE,
  stepsOf,
  type AnswerForm,
  type AnswerNames,
  type AnswersFile,
  type AnswerSource,
} from "../../answers-file";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { outputSchema, type JsonType, type ToolSchema } from "../../tool-schema";
import { NO_BODY } from "../requests/answer-schema";
import { addAnswerHeaders } from "./add-answer-headers";
import { byAnyName } from "./tool-slug";

function typeSchema(text: string): ToolSchema {
  const nullable = text.endsWith("?");
  const bare = nullable ? text.slice(0, -1) : text;
  const isList = bare.endsWith("[]");
  const name = isList ? bare.slice(0, -2) : bare;
  const itemSchema: ToolSchema =
    name === "any" ? {} : { type: name as JsonType, ...(name === "object" && { additionalProperties: true }) };
  const schema: ToolSchema = isList ? { type: "array", items: itemSchema } : itemSchema;
  return nullable && schema.type ? { ...schema, nullable } : schema;
}

/** Stands for all keys of an object whose keys are IDs, days or the like. */
const ANY_KEY = "*";

function oneOfSeveral(forms: readonly AnswerForm[]): ToolSchema {
  const nullable = forms.includes(NO_VALUE) && { nullable: true };
  const schemas = forms.filter((form) => form !== NO_VALUE).map((form) => ({ ...formSchema(form), ...nullable }));
  const [only, ...others] = schemas;
  return only && others.length === 0 ? only : { anyOf: schemas };
}

/** The schema of a form. Objects can have more members than it lists. */
function formSchema(form: AnswerForm): ToolSchema {
  if (typeof form === "string") return typeSchema(form);
  if (Array.isArray(form))
    return form.length > 1 ? oneOfSeveral(form) : { type: "array", items: formSchema(form[0] ?? "any") };
  const { [ANY_KEY]: value, ...named } = form;
  if (value !== undefined && Object.keys(named).length === 0)
    return { type: "object", additionalProperties: formSchema(value) };
  const properties = Object.fromEntries(Object.entries(form).map(([key, inner]) => memberSchema(key, inner)));
  return { type: "object", properties, additionalProperties: true };
}

/** A member; one that is an object or a list and may be null has `?` behind its name. */
function memberSchema(key: string, form: AnswerForm): [string, ToolSchema] {
  const schema = formSchema(form);
  return key.endsWith("?") ? [key.slice(0, -1), { ...schema, nullable: true }] : [key, schema];
}

/** Whether nothing is said of the values under names that are not listed. */
const isOpenMap = ({ additionalProperties: rest }: ToolSchema): boolean =>
  typeof rest !== "object" || Object.keys(rest).length === 0;

const isOpen = ({ properties, anyOf }: ToolSchema): boolean => properties === undefined && anyOf === undefined;

type MaybeSchema = ToolSchema | null | undefined;

/** The schema of one step; undefined if it cannot exist, null if the schema leaves it open. */
function schemaOf(step: string, { type, properties, items, additionalProperties, anyOf }: ToolSchema): MaybeSchema {
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  if (type === "array") return /^\d+$/.test(step) ? (items ?? null) : undefined;
  const isClosed = properties !== undefined && additionalProperties !== true && !anyOf;
  return isClosed || (type !== undefined && type !== "object") ? undefined : null;
}

/** The schema at a path of an answer, like `schemaOf`. A key can contain dots. */
function schemaAt(data: ToolSchema, path: string): MaybeSchema {
  if (data.properties && Object.hasOwn(data.properties, path)) return data.properties[path];
  const targetSchema = stepsOf(path).reduce<MaybeSchema>((schema, step) => schema && schemaOf(step, schema), data);
  // Nothing is known of an open answer, not even that it is an object.
  return targetSchema === data && isOpen(data) ? null : targetSchema;
}

/** A short schema of a value that is described elsewhere: its type, without its members. */
function brief({ type, nullable, items }: ToolSchema): ToolSchema {
  if (type === undefined) return {};
  const item: ToolSchema = items?.type && items.type !== "array" && items.type !== "object" ? { type: items.type } : {};
  return {
    type,
    ...(nullable && { nullable }),
    ...(type === "array" && { items: item }),
    ...(type === "object" && { additionalProperties: true }),
  };
}

/** @throws Error for a source that leads nowhere */
function sourceSchema(source: AnswerSource, tool: CompiledTool, data: ToolSchema): ToolSchema {
  if (typeof source === "string" || Array.isArray(source)) {
    const paths = typeof source === "string" ? [source] : source;
    const schemas = paths.map((path) => {
      const schema = schemaAt(data, path);
      if (schema === undefined) throw new Error(`there is no ${path} in the answer`);
      return schema;
    });
    const [only] = schemas.length === 1 ? schemas : [];
    const where = paths.map((path) => (path === "$" ? "all of data" : path)).join(" or ");
    return { ...(only && brief(only)), description: `Same as ${where}` };
  }
  if ("argument" in source) {
    const schema = tool.inputSchema.properties[source.argument];
    if (!schema) throw new Error(`there is no argument ${source.argument}`);
    return { ...brief(schema), description: `Same as the argument ${source.argument}` };
  }
  if ("count" in source) {
    if (schemaAt(data, source.count) === undefined) throw new Error(`there is no ${source.count} in the answer`);
    return { type: "integer", description: `Number of items in ${source.count}` };
  }
  const { value } = source;
  if (value === null) return { description: "Always null" };
  return { type: typeof value as JsonType, description: `Always ${String(value)}` };
}

function withNames(tool: CompiledTool, names: AnswerNames): ToolSchema {
  const data = tool.outputSchema.properties.data ?? {};
  const properties = data.properties ?? {};
  const added = Object.entries(names).map(([name, source]): [string, ToolSchema] => {
    if (Object.hasOwn(properties, name)) throw new Error(`the answer has ${name} of its own`);
    return [name, sourceSchema(source, tool, data)];
  });
  return {
    ...data,
    properties: { ...properties, ...Object.fromEntries(added) },
    ...(isOpen(data) && { additionalProperties: true }),
  };
}

const isEmptyForm = (form: AnswerForm): boolean => typeof form === "object" && Object.keys(form).length === 0;

/**
 * A schema with what a form adds: members that it lacks, and the forms of members whose type alone is known. The
 * bounds of a schema cut such members short.
 * @throws Error for a form of what is known
 */
function deeper(oldSchema: ToolSchema, form: ToolSchema, path: string): ToolSchema {
  const isOfForm =
    oldSchema.type === undefined || (oldSchema.type === "object" && form.type === "object" && isOpenMap(oldSchema));
  if (isOpen(oldSchema) && isOfForm) return { ...oldSchema, ...form };
  if (oldSchema.type === "array" && form.items)
    return { ...oldSchema, items: oldSchema.items ? deeper(oldSchema.items, form.items, `${path}[]`) : form.items };
  if (!(oldSchema.properties ?? oldSchema.anyOf) || !form.properties)
    throw new Error(`the form of its answer is known: ${path || "all of it"}`);
  const added = Object.entries(form.properties).map(([name, schema]): [string, ToolSchema] => {
    const oldMember = Object.hasOwn(oldSchema.properties ?? {}, name) ? oldSchema.properties?.[name] : undefined;
    return [name, oldMember ? deeper(oldMember, schema, path === "" ? name : `${path}.${name}`) : schema];
  });
  return { ...oldSchema, properties: { ...oldSchema.properties, ...Object.fromEntries(added) } };
}

/** Adds a form to an open answer. If the members of the answer are known, it adds to them. */
function withForm({ outputSchema: output }: CompiledTool, form: AnswerForm): CompiledTool["outputSchema"] {
  const schema = formSchema(form);
  const { data = {} } = output.properties;
  if (isOpen(data)) return outputSchema(isEmptyForm(form) ? { ...schema, description: NO_BODY } : schema);
  return withData(output, deeper(data, schema, ""));
}

const withData = (output: CompiledTool["outputSchema"], data: ToolSchema): CompiledTool["outputSchema"] => ({
  ...output,
  properties: { ...output.properties, data },
});

/**
 * Removes the member at a path, through the items of lists.
 * @throws Error where the answer has no such member
 */
function withoutMember(schema: ToolSchema, [step = "", ...rest]: readonly string[]): ToolSchema {
  const { properties, items, required } = schema;
  if (items && !properties) return { ...schema, items: withoutMember(items, [step, ...rest]) };
  const { [step]: member, ...others } = properties ?? {};
  if (!member) throw new Error(`there is no ${step} in the answer`);
  if (rest.length > 0) return { ...schema, properties: { ...properties, [step]: withoutMember(member, rest) } };
  const { required: _all, ...open } = schema;
  const otherNames = required?.filter((name) => name !== step) ?? [];
  return { ...open, properties: others, ...(otherNames.length > 0 && { required: otherNames }) };
}

const hasPages = ({ inputSchema }: CompiledTool): boolean =>
  Object.keys(inputSchema.properties).some((name) => /^(?:cursor|page|page_info|per_page|limit)$/.test(name));

/**
 * Of the headers under *: that of a new thing's ID comes from a call that changes something, the others from calls that
 * read, and a link to the next page from those with pages.
 */
const fitting = (tool: CompiledTool, ofAll: readonly string[]): string[] =>
  ofAll.filter(
    (name) => (name === "x-restli-id") !== (tool.run.request?.method === "GET") && (name !== "link" || hasPages(tool)),
  );

/** @throws Error where the answer has that form already, or a further key leads nowhere */
function giveAnswer(tool: CompiledTool, answer: AnswersFile[string], ofAll: readonly string[]): void {
  const { gives, also, headers, lacks } = answer;
  for (const path of lacks ?? [])
    tool.outputSchema = withData(
      tool.outputSchema,
      withoutMember(tool.outputSchema.properties.data ?? {}, stepsOf(path)),
    );
  if (gives !== undefined) tool.outputSchema = withForm(tool, gives);
  if (headers && !tool.run.request) throw new Error("only a tool of one request has headers");
  addAnswerHeaders(tool, [...fitting(tool, ofAll), ...(headers ?? [])]);
  if (!also) return;
  tool.outputSchema = withData(tool.outputSchema, withNames(tool, also));
  if (tool.run.mcp) throw new Error("a tool of an MCP server has no further keys");
  if (tool.run.builtin !== undefined) throw new Error("a tool of this server itself has no further keys");
  tool.run = { ...tool.run, answer: also };
}

/**
 * @param mirrored tools that come from another toolkit, which can lack some of them
 * @throws CatalogSourceError for a tool that does not exist, or keys that cannot be given
 */
export function nameAnswers(
  tools: readonly CompiledTool[],
  toolkit: string,
  file: AnswersFile,
  mirrored?: ReadonlyMap<string, number>,
): void {
  const place = `toolkits/${toolkit}/answers.yaml`;
  const bySlug = byAnyName(tools);
  const headersOfAll = file[ALL_TOOLS]?.headers ?? [];
  for (const [slug, answer] of Object.entries(file)) {
    if (slug === ALL_TOOLS) continue;
    const tool = bySlug.get(slug);
    if (!tool && mirrored && mirrored.size > 0) continue;
    if (!tool) throw new CatalogSourceError(place, slug, "there is no such tool");
    try {
      giveAnswer(tool, answer, headersOfAll);
    } catch (error) {
      throw new CatalogSourceError(place, slug, error instanceof Error ? error.message : String(error));
    }
  }
  for (const tool of tools) addAnswerHeaders(tool, fitting(tool, headersOfAll));
}
