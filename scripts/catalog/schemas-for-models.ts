/**
 * Requirements of model providers for the schemas of arguments, counted over the shipped catalog. Rules that the
 * compiler follows have no violation. The others are limits of some provider, with the number of tools that it would
 * refuse or only partly read.
 */
import { expect, it } from "vitest";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { ToolSchema } from "@/lib/catalog/tool-schema";

type SchemaPosition = { schema: ToolSchema; depth: number; isRoot: boolean };
type Rule = (place: SchemaPosition) => boolean;

const NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const namesOf = ({ properties = {} }: ToolSchema): string[] => Object.keys(properties);
const listOf = (values: readonly unknown[] | undefined): readonly unknown[] => values ?? [];

/** Rules of all three providers. */
const RULES: Readonly<Record<string, Rule>> = {
  "the top is no object": ({ schema, isRoot }) => isRoot && schema.type !== "object",
  "alternatives at the top": ({ schema, isRoot }) => isRoot && schema.anyOf !== undefined,
  "a reference": ({ schema }) => ["$ref", "$defs", "definitions"].some((keyword) => keyword in schema),
  "a reference in an example or a default": ({ schema }) =>
    /"\$ref":"/.test(JSON.stringify([schema.examples, schema.default])),
  "a list without items, or with items without a type": ({ schema: { type, items } }) =>
    [type].flat().includes("array") && items?.type === undefined && items?.anyOf === undefined,
  "a place without a type": ({ schema }) => schema.type === undefined && schema.anyOf === undefined,
  "a choice that is no text": ({ schema }) => listOf(schema.enum).some((choice) => typeof choice !== "string"),
  "a choice that is empty": ({ schema }) => listOf(schema.enum).includes(""),
  "a choice twice": ({ schema }) => new Set(schema.enum).size < listOf(schema.enum).length,
  "no choice at all": ({ schema }) => schema.enum?.length === 0,
  "a required name without a property": ({ schema }) =>
    listOf(schema.required).some((name) => !Object.hasOwn(schema.properties ?? {}, String(name))),
  "a name of an argument that is refused": ({ schema, isRoot }) =>
    isRoot && namesOf(schema).some((name) => !NAME.test(name)),
  "deeper than 10 levels": ({ depth }) => depth > 10,
  "a schema that is true or false": ({ schema }) => typeof schema === "boolean",
  "a default of another type": ({ schema: { type, default: value } }) =>
    (type === "string" && value !== undefined && value !== null && typeof value !== "string") ||
    ((type === "integer" || type === "number") && typeof value === "string"),
};

/**
 * Rules of one provider, each with the most tools that can break it; SDKs omit or change the parts that it does not
 * accept.
 */
const LEFT: Readonly<Record<string, { atMost: number; rule: Rule }>> = {
  "a list of types": { atMost: 3, rule: ({ schema }) => Array.isArray(schema.type) },
  "an inner name with other signs": {
    atMost: 199,
    rule: ({ schema, isRoot }) => !isRoot && namesOf(schema).some((name) => !NAME.test(name)),
  },
  "a name that begins with a digit or a sign": {
    atMost: 5,
    rule: ({ schema, isRoot }) => isRoot && namesOf(schema).some((name) => !/^[a-zA-Z_]/.test(name)),
  },
  "alternatives beside a type of their own": {
    atMost: 0,
    rule: ({ schema }) => schema.anyOf !== undefined && schema.type !== undefined,
  },
  "an object without members": {
    atMost: 5200,
    rule: ({ schema }) => schema.type === "object" && namesOf(schema).length === 0,
  },
  "a text of a format other than date-time": {
    atMost: 3300,
    rule: ({ schema: { type, format } }) => type === "string" && format !== undefined && format !== "date-time",
  },
};

function* placesIn(schema: ToolSchema, depth = 0, isRoot = true): Generator<SchemaPosition> {
  yield { schema, depth, isRoot };
  if (typeof schema === "boolean") return;
  const inner = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties];
  for (const part of inner) if (typeof part === "object") yield* placesIn(part, depth + 1, false);
  for (const part of schema.anyOf ?? []) yield* placesIn(part, depth, false);
}

/** How many tools break each rule, and the first three. */
function count(toolkits: readonly CompiledToolkit[], rules: Readonly<Record<string, Rule>>): Map<string, string[]> {
  const broken = new Map(Object.keys(rules).map((name) => [name, [] as string[]]));
  for (const { slug, inputSchema } of toolkits.flatMap(({ tools }) => tools)) {
    const places = [...placesIn(inputSchema)];
    for (const [name, rule] of Object.entries(rules)) if (places.some(rule)) broken.get(name)?.push(slug);
  }
  return broken;
}

/** Call this after the catalog is compiled. */
export function testSchemasForModels(toolkits: () => readonly CompiledToolkit[]): void {
  it("keep every rule that all of them have", () => {
    const broken = count(toolkits(), RULES);
    expect(Object.fromEntries([...broken].map(([name, slugs]) => [name, slugs.slice(0, 3)]))).toEqual(
      Object.fromEntries(Object.keys(RULES).map((name) => [name, []])),
    );
  });

  it.each(Object.entries(LEFT))("break a rule of one of them in few tools: %s", (name, { atMost, rule }) => {
    expect(count(toolkits(), { [name]: rule }).get(name)?.length).toBeLessThanOrEqual(atMost);
  });

  it("have no empty text among the choices of an answer, and no reference in its examples", () => {
    const outputs = toolkits().flatMap(({ tools }) => tools.map(({ slug, outputSchema }) => ({ slug, outputSchema })));
    const rules = [RULES["a choice that is empty"], RULES["a reference in an example or a default"]];
    const broken = outputs.filter(({ outputSchema }) =>
      [...placesIn(outputSchema)].some((place) => rules.some((rule) => rule?.(place))),
    );
    expect(broken.map(({ slug }) => slug)).toEqual([]);
  });
}
