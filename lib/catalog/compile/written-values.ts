/**
 * The fixed values of arguments that a toolkit file writes out: constants are made, and lists of values that were cut
 * off are refused, because a tool with such a list accepts only what its provider refuses.
 */
import { CatalogueSourceError } from "../compiled-toolkit";
import type { ToolkitFile } from "./toolkit-file";
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
  for (const [at, part] of inner(schema, place)) yield* enums(part, at);
}

/** @throws Error naming the argument, for an enum that its own schema shows to be cut off */
export function checkValues(schema: unknown, place: string): void {
  for (const [at, values, { default: given }] of enums(schema, place)) {
    const [only] = values;
    if (values.length === 0) throw new Error(`${at}: the enum has no value`);
    if (values.length === 1)
      throw new Error(
        `${at}: the enum has one value: write "const: ${String(only)}" if there is no other, or add those that are missing`,
      );
    if (given !== undefined && given !== null && !values.includes(given))
      throw new Error(`${at}: the default ${JSON.stringify(given)} is not in the enum`);
  }
}

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

/** The enums of all hand-written tools, with the argument's own name. */
function* writtenEnums(file: ToolkitFile): Generator<{ tool: string; at: string; name: string; texts: string[] }> {
  const written = [
    ...Object.entries(file.tools).map(
      ([tool, { parameters }]) => [`tools.${tool}`, { properties: parameters }] as const,
    ),
    ...Object.entries(file.composites).map(([tool, { input }]) => [`composites.${tool}`, input] as const),
  ];
  for (const [tool, schema] of written)
    for (const [at, values] of enums(schema, ""))
      yield {
        tool,
        at,
        name: at.replace(/^.*\./, "").replace(/[[\]{}]+/g, ""),
        texts: values.filter((value): value is string => typeof value === "string"),
      };
}

/** The plural is another word, not the whole of a cut one; digits are numbers. */
const isCutFrom = (text: string, word: string): boolean =>
  word.length === text.length + 1 && word.startsWith(text) && /[a-rt-z]$/i.test(word);

/**
 * Refuses a value that lost its last letter, where another tool of the toolkit shows it: the same argument takes the
 * whole word there, and neither tool takes both.
 * @throws CatalogueSourceError naming file, tool, argument and both words
 */
export function checkCutWords(file: ToolkitFile, filePath: string): void {
  const all = [...writtenEnums(file)];
  for (const { tool, at, name, texts } of all)
    for (const other of all) {
      if (other.name !== name) continue;
      for (const text of texts) {
        const whole = other.texts.find((word) => isCutFrom(text, word));
        if (whole === undefined || texts.includes(whole) || other.texts.includes(text)) continue;
        throw new CatalogueSourceError(
          filePath,
          tool,
          `${at}: "${text}" seems to have lost its end: ${other.tool} takes "${whole}" there`,
        );
      }
    }
}
