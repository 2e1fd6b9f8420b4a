/**
 * Opens a schema of an answer for what a recorded example of the same answer contains: null where the description
 * promises a value, another value than it lists, another type, a missing member that it requires, and a member that it
 * does not name. Schemas are shared, so the changed parts are copies. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";
import type { JsonType, ToolSchema } from "../../tool-schema";

const MAX_ITEMS = 20;
const MAX_MEMBERS = 100;
/** Levels of a member that the description does not name. */
const FURTHER_DEPTH = 2;

/** The form that an example shows: names and types. What it shows as null may be anything. */
export function exampleForm(value: unknown, depth: number): ToolSchema {
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number")
    return { type: typeof value as "string" | "boolean" | "number" };
  if (value === null || typeof value !== "object") return {};
  if (Array.isArray(value)) return { type: "array", items: depth > 0 ? exampleForm(value[0], depth - 1) : {} };
  if (depth <= 0) return { type: "object", additionalProperties: true };
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, member]) => [name, exampleForm(member, depth - 1)])),
    additionalProperties: true,
  };
}

/** The schema that accepts an example; the same schema if it does already. */
export function fitExample(schema: ToolSchema, example: unknown): ToolSchema {
  if (example === null) return withNull(schema);
  if (Array.isArray(example)) return fitItems(schema, example);
  if (isObject(example)) return fitMembers(schema, example);
  return withType(schema, example);
}

function fitItems(schema: ToolSchema, example: readonly unknown[]): ToolSchema {
  const { items } = schema;
  if (!items) return schema;
  const fitted = example.slice(0, MAX_ITEMS).reduce<ToolSchema>(fitExample, items);
  return fitted === items ? schema : { ...schema, items: fitted };
}

function fitMembers(schema: ToolSchema, example: Readonly<Record<string, unknown>>): ToolSchema {
  const { properties, required = [], ...rest } = schema;
  if (!properties) return fitAlternative(schema, example);
  const changes = Object.entries(example)
    .slice(0, MAX_MEMBERS)
    .flatMap(([name, value]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const fitted = member ? fitExample(member, value) : exampleForm(value, FURTHER_DEPTH);
      return fitted === member ? [] : [[name, fitted] as const];
    });
  const present = required.filter((name) => Object.hasOwn(example, name));
  if (changes.length === 0 && present.length === required.length) return schema;
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(changes) },
    ...(present.length > 0 && { required: present }),
  };
}

/** Fits the alternative that has most of the example's members. */
function fitAlternative(schema: ToolSchema, example: Readonly<Record<string, unknown>>): ToolSchema {
  const alternatives = schema.anyOf ?? [];
  const shares = alternatives.map(
    ({ properties = {} }) => Object.keys(example).filter((name) => Object.hasOwn(properties, name)).length,
  );
  const best = shares.indexOf(Math.max(...shares));
  const alternative = alternatives[best];
  if (!alternative?.properties) return schema;
  const fitted = fitMembers(alternative, example);
  return fitted === alternative ? schema : { ...schema, anyOf: alternatives.with(best, fitted) };
}

/** The schema with null among its values; one without a type accepts it already. */
export function withNull(schema: ToolSchema): ToolSchema {
  if (schema.nullable || (schema.type === undefined && !schema.anyOf)) return schema;
  return { ...schema, nullable: true, ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) };
}

function typeOf(value: unknown): JsonType | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : undefined;
}

/** Values are added to a set over time; the example proves that the description lists an older one. */
function withoutChoices({ enum: _, ...schema }: ToolSchema): ToolSchema {
  return schema;
}

/** Adds the type of a text, a number or a boolean; choices and limits of the other type then mean nothing. */
function withType(schema: ToolSchema, example: unknown): ToolSchema {
  const type = typeOf(example);
  const types = [schema.type].flat().filter((item) => item !== undefined);
  const isTaken = type === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
  const isPlain = types.every((item) => item !== "object" && item !== "array");
  if (types.length === 0 || !isPlain) return schema;
  if (isTaken) return schema.enum && !schema.enum.includes(example) ? withoutChoices(schema) : schema;
  const { title, description, nullable } = schema;
  const wider = type === "number" ? types.filter((item) => item !== "integer") : types;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(nullable && { nullable }),
    type: [...wider, type],
  };
}
