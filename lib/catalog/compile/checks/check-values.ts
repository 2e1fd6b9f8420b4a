/**
 * The fixed values of arguments that a toolkit file writes out: constants are made, and lists of values that were cut
 * off are refused, because a tool with such a list accepts only what its provider refuses.
 */
import type { ToolkitFile } from "../sources/toolkit-file";
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Readonly<Record<string, unknown>>;

const schemas = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** The schemas directly inside a schema, each with its place as a reader of the file would write it. */
function* inner(schema: Schema, place: string): Generator<[place: string, schema: unknown]> {
  for (const [name, property] of schemas(schema.properties)) yield [place === "" ? name : `${place}.${name}`, property];
  yield [`${place}[]`, schema.items];
  yield [`${place}{}`, schema.additionalProperties];
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    if (Array.isArray(schema[keyword])) for (const part of schema[keyword]) yield [place, part];
}

/** Every enum of a schema, with its place. */
function* enums(schema: unknown, place: string): Generator<[place: string, values: unknown[], schema: Schema]> {
  if (!isObject(schema)) return;
  if (Array.isArray(schema.enum)) yield [place, schema.enum, schema];
  for (const [path, part] of inner(schema, place)) yield* enums(part, path);
}

/** The problems of enums that their own schema shows to be cut off. */
function* problemsOf(schema: unknown, place: string): Generator<string> {
  for (const [path, values, { default: defaultValue }] of enums(schema, place)) {
    const [only] = values;
    if (values.length === 0) yield `${path}: the enum has no value`;
    if (values.length === 1)
      yield `${path}: the enum has one value: write "const: ${String(only)}" if there is no other, or add those that are missing`;
    if (values.length > 1 && defaultValue !== undefined && defaultValue !== null && !values.includes(defaultValue))
      yield `${path}: the default ${JSON.stringify(defaultValue)} is not in the enum`;
  }
}

/** @throws Error naming the argument, for an enum that its own schema shows to be cut off */
export function checkValues(schema: unknown, place: string): void {
  for (const problem of problemsOf(schema, place)) throw new Error(problem);
}

/** The hand-written tools of a file, each with the schema of its arguments. */
const writtenSchemas = (file: ToolkitFile): (readonly [place: string, schema: unknown])[] => [
  ...Object.entries(file.tools).map(([tool, { parameters }]) => [`tools.${tool}`, { properties: parameters }] as const),
  ...Object.entries(file.composites).map(([tool, { input }]) => [`composites.${tool}`, input] as const),
];

/** The problems that `checkValues` refuses, over a whole file. */
export const valueProblems = (file: ToolkitFile): { tool: string; problem: string }[] =>
  writtenSchemas(file).flatMap(([tool, schema]) => [...problemsOf(schema, "")].map((problem) => ({ tool, problem })));

/** `const: x` as every client reads it: a list with one value. */
export function withConstants(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withConstants);
  if (!isObject(schema)) return schema;
  const { const: constant, ...rest } = schema;
  const out: Record<string, unknown> = constant === undefined ? { ...rest } : { ...rest, enum: [constant] };
  for (const keyword of ["items", "additionalProperties", "anyOf", "oneOf", "allOf"])
    if (out[keyword] !== undefined) out[keyword] = withConstants(out[keyword]);
  if (isObject(out.properties))
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([name, property]) => [name, withConstants(property)]),
    );
  return out;
}

/** Arguments that only the server writes and that the file nevertheless requires. */
export const readOnlyProblems = (file: ToolkitFile): { tool: string; problem: string }[] =>
  Object.entries(file.tools).flatMap(([tool, { parameters }]) =>
    Object.entries(parameters)
      .filter(([, parameter]) => parameter.readOnly === true && parameter.required)
      .map(([name]) => ({ tool: `tools.${tool}`, problem: `${name} is required, and only the server writes it` })),
  );

/** The enums of all hand-written tools, with the argument's own name. */
function* writtenEnums(file: ToolkitFile): Generator<{ tool: string; path: string; name: string; texts: string[] }> {
  for (const [tool, schema] of writtenSchemas(file))
    for (const [path, values] of enums(schema, ""))
      yield {
        tool,
        path,
        name: path.replace(/^.*\./, "").replace(/[[\]{}]+/g, ""),
        texts: values.filter((value): value is string => typeof value === "string"),
      };
}

/** A plural is a different word, not the complete form of a cut word; digits are numbers. */
const isCutFrom = (text: string, word: string): boolean =>
  word.length === text.length + 1 && word.startsWith(text) && /[a-rt-z]$/i.test(word);

/**
 * The values that lost their last letter, where another tool of the toolkit shows it: the same argument takes the whole
 * word there, and neither tool takes both.
 */
export function cutWords(file: ToolkitFile): { tool: string; problem: string }[] {
  const all = [...writtenEnums(file)];
  return all.flatMap(({ tool, path, name, texts }) =>
    all
      .filter((other) => other.name === name)
      .flatMap((other) =>
        texts.flatMap((text) => {
          const whole = other.texts.find((word) => isCutFrom(text, word));
          if (whole === undefined || texts.includes(whole) || other.texts.includes(text)) return [];
          return [
            { tool, problem: `${path}: "${text}" seems to have lost its end: ${other.tool} takes "${whole}" there` },
          ];
        }),
      ),
  );
}
