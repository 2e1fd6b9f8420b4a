import { expect, it } from "vitest";
import { managedTools } from "@/app/mcp/manage/managed";
import { isObject, type Values } from "@/lib/kernel/text/is-object";

const SAYS_WHAT = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"];

/** The places of a schema without any type, or with several types. */
function odd(schema: unknown, place: string): string[] {
  if (!isObject(schema)) return [];
  const here = !SAYS_WHAT.some((name) => name in schema)
    ? [`${place}: without a type`]
    : Array.isArray(schema.type)
      ? [`${place}: a list of types`]
      : [];
  const within = ["properties", "definitions"].flatMap((name) =>
    Object.entries((schema[name] ?? {}) as Values).flatMap(([key, inner]) => odd(inner, `${place}.${key}`)),
  );
  const forms = ["anyOf", "oneOf", "allOf"].flatMap((name) =>
    ((schema[name] ?? []) as unknown[]).flatMap((inner) => odd(inner, `${place}.${name}`)),
  );
  return [
    ...here,
    ...within,
    ...forms,
    ...odd(schema.items, `${place}[]`),
    ...odd(schema.additionalProperties, `${place}.*`),
  ];
}

it.each(managedTools().map(({ definition }) => [definition.name, definition] as const))(
  "the arguments of %s have one type in each place, as strict clients want it",
  (name, { inputSchema }) => {
    expect(odd(inputSchema, name)).toEqual([]);
  },
);

it("offers no argument that does nothing", () => {
  const named = managedTools().flatMap(({ definition: tool }) => Object.keys(tool.inputSchema.properties));
  for (const name of ["allow_tracing", "experimental"]) expect(named).not.toContain(name);
});
