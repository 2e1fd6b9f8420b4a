/** Examples of descriptions that have another type than their argument: a model copies them. */
import type { ToolSchema } from "../../tool-schema";

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;
const URL_NAME = /(?:^|_)ur[il]$|Ur[il]$/;

/** The example as a value of this type; undefined for a value of another type. */
function asType(type: unknown, example: unknown): unknown {
  const text = typeof example === "string" ? example.trim() : undefined;
  switch (type) {
    case "string":
      return typeof example === "object" ? undefined : String(example);
    case "boolean":
      return typeof example === "boolean"
        ? example
        : text && /^(?:true|false)$/i.test(text)
          ? /^t/i.test(text)
          : undefined;
    case "integer":
    case "number": {
      const value = text !== undefined && NUMBER.test(text) ? Number(text) : example;
      return typeof value === "number" && (type === "number" || Number.isInteger(value)) ? value : undefined;
    }
    case "array":
      return Array.isArray(example) ? example : undefined;
    case "object":
      return example !== null && typeof example === "object" && !Array.isArray(example) ? example : undefined;
    default:
      return example;
  }
}

/** A sentence about an address is no address. */
const isSentence = (name: string, example: unknown): boolean =>
  URL_NAME.test(name) && typeof example === "string" && /\S\s+\S+\s+\S/.test(example);

/** The schema's examples as they should be; undefined where all fit, or where it has none. */
export function fittingExamples(name: string, { type, nullable, examples }: ToolSchema): unknown[] | undefined {
  if (!examples || Array.isArray(type)) return undefined;
  const fitting = examples
    .map((example) => (example === null && nullable ? null : asType(type, example)))
    .filter((example) => example !== undefined && !isSentence(name, example));
  const isSame = fitting.length === examples.length && fitting.every((example, index) => example === examples[index]);
  return isSame ? undefined : fitting;
}

/** The schema with examples of its own type only. */
export function withFittingExamples(name: string, schema: ToolSchema): ToolSchema {
  const fitting = fittingExamples(name, schema);
  if (!fitting) return schema;
  const { examples: _examples, ...rest } = schema;
  return { ...rest, ...(fitting.length > 0 && { examples: fitting }) };
}
