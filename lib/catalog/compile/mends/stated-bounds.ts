/** Limits of numbers that a provider states in the words of an argument only. */
import type { ToolSchema } from "../../tool-schema";

const NUMBER = String.raw`(-?\d[\d,]*(?:\.\d+)?)`;
const MUST_BE = "(?:must|should) be (?:an? (?:number|value|whole number|integer) )?between";
const BETWEEN = new RegExp(
  String.raw`\b(?:${MUST_BE}|valid values are between|can range between) ${NUMBER} and ${NUMBER}(?![\d.]*\d)`,
  "i",
);
/** The provider accepts other numbers and replaces them by a limit. */
const TAKES_OTHERS = /\b(?:coerced|clamped|capped|reset|rounded|treated as|set to the)\b/i;

/** The least and the most that the words of a number allow, if its schema has neither; else undefined. */
export function statedBounds({
  type,
  description,
  ...schema
}: ToolSchema): { minimum: number; maximum: number } | undefined {
  if ((type !== "integer" && type !== "number") || !description || TAKES_OTHERS.test(description)) return undefined;
  if (schema.enum || schema.minimum !== undefined || schema.maximum !== undefined) return undefined;
  const [minimum, maximum] = (BETWEEN.exec(description) ?? []).slice(1).map((text) => Number(text.replaceAll(",", "")));
  if (minimum === undefined || maximum === undefined || minimum >= maximum) return undefined;
  const { default: usual } = schema;
  return typeof usual === "number" && (usual < minimum || usual > maximum) ? undefined : { minimum, maximum };
}

/** The schema with the limits of its words as keywords. */
export const withStatedBounds = (schema: ToolSchema): ToolSchema => ({ ...schema, ...statedBounds(schema) });
