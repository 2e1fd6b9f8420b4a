/** Describes choices of numbers and flags by limits and words: model APIs accept only strings as choices. Pure. */
import type { ToolSchema } from "../../tool-schema";

const MAX_WORDS = 200;

/** Whether a description names each of the values already. */
const names = (description: string, values: readonly unknown[]): boolean => {
  const words = new Set(description.match(/-?\d+(?:\.\d+)?|\btrue\b|\bfalse\b/g));
  return values.every((value) => words.has(String(value)));
};

function wordsFor(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `Always ${String(only)}.`;
  const all = `One of ${values.map(String).join(", ")}.`;
  return all.length <= MAX_WORDS
    ? all
    : `One of ${values.length} values, such as ${values.slice(0, 20).map(String).join(", ")}.`;
}

function withWords(schema: ToolSchema, values: readonly unknown[]): ToolSchema {
  const { description = "" } = schema;
  if (names(description, values)) return schema;
  const before = description === "" || /[.!?:]$/.test(description) ? description : `${description}.`;
  return { ...schema, description: `${before} ${wordsFor(values)}`.trim() };
}

/** One bit of several that are added up: 0 has none of them. */
const isBit = ({ type, description = "" }: ToolSchema, values: readonly unknown[]): boolean =>
  type === "integer" && values.length === 1 && values[0] === 1 && /\bbits?\b|\bflags\b|\bbitfield\b/i.test(description);

/** @param values of an `enum` that is not in the schema any more */
export function withNumberWords(schema: ToolSchema, values: readonly unknown[]): ToolSchema {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return values.length === 1 ? withWords(schema, values) : schema;
  if (isBit(schema, numbers)) return { ...schema, minimum: 0 };
  const [minimum, maximum] = [Math.min(...numbers), Math.max(...numbers)];
  const limited = { ...schema, minimum, maximum };
  const isRange = schema.type === "integer" && maximum - minimum + 1 === numbers.length && numbers.length > 1;
  return isRange && numbers.length > 12 ? limited : withWords(limited, numbers);
}
