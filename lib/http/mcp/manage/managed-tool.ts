/** An operation of the API as a tool of the management server: its name, its arguments and what calling it does. */
import { z } from "zod";
import type { Operation } from "@/lib/contract/operation";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { Route } from "../../api-door/define-route";

/** How an operation is offered. */
export type Managed = {
  /** A verb and its thing, as `list_toolkits`. */
  tool: string;
  route: Route;
  /** Facts that a model must know in addition to the operation's own summary. */
  advice?: string;
  /** Names of arguments for a model, if the wire's names are unclear: the wire's name by the model's. */
  names?: Readonly<Record<string, string>>;
};

type Part = "params" | "query" | "body";
const PARTS: readonly Part[] = ["params", "query", "body"];

/** Where an argument goes in the request, and its name there. */
export type ArgumentLocation = { part: Part; name: string };

export type ManagedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    type: "object";
    properties: Values;
    required?: string[];
    additionalProperties: false;
    [key: string]: unknown;
  };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
};

export type Prepared = Managed & { definition: ManagedTool; places: ReadonlyMap<string, ArgumentLocation> };

type Schema = {
  properties?: Record<string, Values>;
  required?: string[];
  definitions?: Values;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

const toSchema = (schema: z.ZodType): Schema => {
  const whole = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
    // zod cannot describe texts that contain numbers; they are described by hand, for the OpenAPI document too.
    override: ({ jsonSchema }) => {
      const result = jsonSchema as Values;
      if (!isObject(result.override)) return;
      const { override } = result;
      delete result.override;
      Object.assign(result, override);
    },
  });
  return inOneType(whole) as Schema;
};

const MAPS = ["properties", "definitions"];
const LISTS = ["anyOf", "oneOf", "allOf"];

/** Whether no value fits: one form of a request refuses a field that another takes. */
const acceptsNothing = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema.not) && Object.keys(schema.not).length === 0;

const mapSchemas = (map: Values): Values =>
  Object.fromEntries(
    Object.entries(map)
      .filter(([, member]) => !acceptsNothing(member))
      .map(([key, member]) => [key, inOneType(member)]),
  );

/**
 * The same schema as clients read it that hold schemas to the letter: each place has one type, and what may be anything
 * is `true`.
 */
function inOneType(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  if (Object.keys(schema).length === 0) return true;
  const { type, ...rest } = schema;
  const members = Object.entries(rest).map(([name, inner]) => {
    if (MAPS.includes(name) && isObject(inner)) return [name, mapSchemas(inner)];
    if (LISTS.includes(name) && Array.isArray(inner)) return [name, inner.map(inOneType)];
    return [name, name === "items" || name === "additionalProperties" ? inOneType(inner) : inner];
  });
  const plain = Object.fromEntries(members) as Values;
  if (Array.isArray(type) && !("anyOf" in plain))
    return { ...plain, anyOf: type.map((name: unknown) => ({ type: name })) };
  return type === undefined ? plain : { type, ...plain };
}

/**
 * A schema of several forms as one: with the arguments of all; only arguments that every form requires are required.
 */
function asOneForm(schema: Schema): Schema {
  const forms = (schema.anyOf ?? schema.oneOf ?? []).map(asOneForm);
  if (schema.properties || forms.length === 0) return schema;
  const named = new Map<string, Values[]>();
  for (const { properties = {} } of forms)
    for (const [name, property] of Object.entries(properties)) named.set(name, [...(named.get(name) ?? []), property]);
  const properties = [...named].map(([name, kinds]) => {
    const distinct = [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
    return [name, distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct }] as const;
  });
  const everywhere = (name: string): boolean => forms.every(({ required }) => required?.includes(name));
  return { ...schema, properties: Object.fromEntries(properties), required: [...named.keys()].filter(everywhere) };
}

const SAYS_WHAT = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"];

/** Fields that are still being tried out, or can be anything because nothing is done with them, do not help a model. */
const isOffered = (name: string, schema: unknown): schema is Values =>
  isObject(schema) &&
  schema.deprecated !== true &&
  name !== "experimental" &&
  SAYS_WHAT.some((member) => member in schema);

/** An operation that changes nothing, by its permission: some that read are POST. */
const reads = ({ permission }: Operation): boolean => permission.endsWith(":read");

function annotationsOf(op: Operation): ManagedTool["annotations"] {
  return {
    title: op.summary,
    readOnlyHint: reads(op),
    destructiveHint: op.method === "DELETE" || op.permission === "tool_execution:write",
    idempotentHint: reads(op) || op.method !== "POST",
    openWorldHint: op.permission === "tool_execution:write",
  };
}

/**
 * Makes the tool of an operation. Arguments of path, query and body become one flat list, without deprecated arguments.
 */
export function prepareManaged(managed: Managed): Prepared {
  const { tool, route, advice, names = {} } = managed;
  const { op } = route;
  const modelNames = new Map(Object.entries(names).map(([modelName, name]) => [name, modelName]));
  const places = new Map<string, ArgumentLocation>();
  const properties: Values = {};
  const required: string[] = [];
  let definitions: Values = {};
  for (const part of PARTS) {
    const partSchema = op[part];
    if (!partSchema) continue;
    const schema = asOneForm(toSchema(partSchema));
    definitions = { ...definitions, ...schema.definitions };
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!isOffered(name, property)) continue;
      const modelName = modelNames.get(name) ?? name;
      if (places.has(modelName)) throw new Error(`${tool} has two arguments named ${modelName}`);
      places.set(modelName, { part, name });
      properties[modelName] = property;
      if (schema.required?.includes(name)) required.push(modelName);
    }
  }
  const definition: ManagedTool = {
    name: tool,
    title: op.summary,
    description: [`${op.summary}.`, op.description, advice].filter(Boolean).join(" "),
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 && { definitions }),
    },
    annotations: annotationsOf(op),
  };
  return { ...managed, definition, places };
}
