/**
 * Moves the type and the members of a schema into its alternatives: OpenAI and Gemini refuse alternatives
 * next to a type. A schema and its alternatives both hold, so this changes no value that is valid. Pure.
 */
import type { ToolSchema } from "../../tool-schema";

/** Keywords that describe a value as a whole; the others describe each alternative. */
export const OF_THE_WHOLE = new Set(["title", "description", "default", "examples", "writeOnly"]);

const typesOf = ({ type }: ToolSchema): readonly string[] | undefined =>
  type === undefined ? undefined : [type].flat();

/** Whether a value can be of both. */
function haveCommonType(a: ToolSchema, b: ToolSchema): boolean {
  const types = typesOf(a);
  const others = typesOf(b);
  return !types || !others || types.some((type) => others.includes(type));
}

/** `true` allows anything, so the other side decides. */
const strictest = (inner: ToolSchema["additionalProperties"], outer: ToolSchema["additionalProperties"]) =>
  inner === undefined || inner === true ? (outer ?? inner) : inner;

function join(alternative: ToolSchema, outer: ToolSchema): ToolSchema {
  const additionalProperties = strictest(alternative.additionalProperties, outer.additionalProperties);
  const required = [...new Set([...(outer.required ?? []), ...(alternative.required ?? [])])];
  return {
    ...outer,
    ...alternative,
    ...((outer.properties ?? alternative.properties) && {
      properties: { ...outer.properties, ...alternative.properties },
    }),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

/** Returns the schema itself if it has a type or alternatives alone. */
export function withSoleAlternatives(schema: ToolSchema): ToolSchema {
  const { anyOf, ...rest } = schema;
  if (!anyOf || rest.type === undefined) return schema;
  const entries = Object.entries(rest);
  const whole = Object.fromEntries(entries.filter(([keyword]) => OF_THE_WHOLE.has(keyword)));
  const outer: ToolSchema = Object.fromEntries(entries.filter(([keyword]) => !OF_THE_WHOLE.has(keyword)));
  const alternatives = anyOf
    .filter((alternative) => haveCommonType(alternative, outer))
    .map((alternative) => join(alternative, outer));
  const [only] = alternatives;
  if (!only) return rest;
  return alternatives.length === 1 ? { ...only, ...whole } : { ...whole, anyOf: alternatives };
}
