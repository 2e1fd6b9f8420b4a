/** Arguments get their depth back while there is room. */
import { describe, expect, it } from "vitest";
import type { RootSchema, ToolSchema } from "../../tool-schema";
import { deepenArguments } from "./deepen-arguments";

const opaque: ToolSchema = { type: "object", additionalProperties: true };
const wide = (count: number): ToolSchema => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`member_${index}`, { type: "string" }])),
});
const sizeOf = (schema: ToolSchema): number => JSON.stringify(schema).length;
const step = (properties: Record<string, ToolSchema>) => ({
  schema: { type: "object", properties } satisfies RootSchema,
  size: sizeOf,
  published: sizeOf,
});

describe("arguments whose schema was cut", () => {
  const cut = step({ name: { type: "string" }, address: opaque, options: opaque });
  const deep = step({ name: { type: "string" }, address: wide(3), options: wide(300) });

  it("get their depth back if they are small, and stay cut if they are not", () => {
    const { properties } = deepenArguments(cut, [deep], { size: 2_000, published: 2_000 });
    expect(properties).toEqual({ name: { type: "string" }, address: wide(3), options: opaque });
  });

  it("get as much of it as there is room for", () => {
    const shallower = step({ name: { type: "string" }, address: wide(2), options: wide(20) });
    const { properties } = deepenArguments(cut, [deep, shallower], { size: 2_000, published: 2_000 });
    expect(properties).toEqual({ name: { type: "string" }, address: wide(3), options: wide(20) });
  });

  it("stay as they are when what clients get would be too long", () => {
    const { properties } = deepenArguments(cut, [deep], { size: 2_000, published: 10 });
    expect(properties).toEqual(cut.schema.properties);
  });
});
