import { expect, it } from "vitest";
import { managedTools } from "@/app/mcp/manage/managed";
import { isObject, type Values } from "@/lib/kernel/text/is-object";

const SAYS_WHAT = ["type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"];

/** The places of a schema that say nothing of what may stand there, or several types at once. */
function odd(schema: unknown, at: string): string[] {
  if (!isObject(schema)) return [];
  const own = !SAYS_WHAT.some((name) => name in schema)
    ? [`${at}: without a type`]
    : Array.isArray(schema.type)
      ? [`${at}: a list of types`]
      : [];
  const within = ["properties", "definitions"].flatMap((name) =>
    Object.entries((schema[name] ?? {}) as Values).flatMap(([key, one]) => odd(one, `${at}.${key}`)),
  );
  const forms = ["anyOf", "oneOf", "allOf"].flatMap((name) =>
    ((schema[name] ?? []) as unknown[]).flatMap((one) => odd(one, `${at}.${name}`)),
  );
  return [...own, ...within, ...forms, ...odd(schema.items, `${at}[]`), ...odd(schema.additionalProperties, `${at}.*`)];
}

it.each(managedTools().map(({ shown }) => [shown.name, shown] as const))(
  "the arguments of %s have one type in each place, as strict clients want it",
  (name, { inputSchema }) => {
    expect(odd(inputSchema, name)).toEqual([]);
  },
);

it("offers no argument that does nothing", () => {
  const named = managedTools().flatMap(({ shown }) => Object.keys(shown.inputSchema.properties));
  for (const name of ["hooks", "allow_tracing", "experimental"]) expect(named).not.toContain(name);
});
