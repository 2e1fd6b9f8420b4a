/** Changes one path of a value, and converts texts of controls to values. */
import { describe, expect, it } from "vitest";
import {
  blankArguments,
  blankOf,
  findVariant,
  freshKey,
  moveItem,
  renameKey,
  setAt,
  settleNumber,
  toInstant,
  toLocalTime,
  toNumber,
} from "./field-value";
import type { Schema } from "./schema";

describe("setAt", () => {
  it("creates missing parents and keeps the other values", () => {
    const before = { kept: { same: true } };
    const after = setAt(before, ["labels", 0, "name"], "bug") as Record<string, unknown>;
    expect(after).toEqual({ kept: { same: true }, labels: [{ name: "bug" }] });
    expect(after.kept).toBe(before.kept);
  });

  it("removes a property or an item", () => {
    expect(setAt({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
    expect(setAt({ list: ["x", "y"] }, ["list", 0], undefined)).toEqual({ list: ["y"] });
  });

  it("never follows an inherited name", () =>
    expect(setAt({}, ["constructor", "x"], 1)).toEqual({ constructor: { x: 1 } }));
});

describe("lists and maps", () => {
  it("move an item by one place and stop at the ends", () => {
    expect(moveItem(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
    expect(moveItem(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });

  it("rename a key in its place, never to an existing key", () => {
    expect(Object.entries(renameKey({ a: 1, b: 2 }, "a", "z"))).toEqual([
      ["z", 1],
      ["b", 2],
    ]);
    expect(renameKey({ a: 1, b: 2 }, "a", "b")).toEqual({ a: 1, b: 2 });
    expect(renameKey({ a: 1 }, "a", "")).toEqual({ a: 1 });
  });

  it("find an unused key", () => expect(freshKey({ key: 1, key_2: 1 })).toBe("key_3"));
});

describe("numbers", () => {
  it("result from a text only in its usual spelling, so that typing is never rewritten", () => {
    expect(["12", "-0.5", "1.", "1.50", "1e", "x", ""].map(toNumber)).toEqual([
      12,
      -0.5,
      "1.",
      "1.50",
      "1e",
      "x",
      undefined,
    ]);
  });

  it("settle when the field loses focus", () =>
    expect(["1.50", "x", " ", 3].map(settleNumber)).toEqual([1.5, "x", " ", 3]));
});

describe("times", () => {
  it("come back from the field as the same instant", () =>
    expect(toInstant(toLocalTime("2026-01-31T12:00:05Z"))).toBe("2026-01-31T12:00:05Z"));
  it("are empty for a value that is no instant", () => {
    expect(toLocalTime("soon")).toBe("");
    expect(toInstant("")).toBeUndefined();
  });
});

describe("blankOf", () => {
  it("begins with defaults, constants and required parts", () => {
    const schema: Schema = {
      type: "object",
      required: ["kind", "at", "inner"],
      properties: {
        kind: { const: "x" },
        at: { type: "string" },
        free: { type: "string", default: "d" },
        inner: { type: "object", required: ["n"], properties: { n: { type: "integer", default: 3 } } },
      },
    };
    expect(blankOf(schema, schema)).toEqual({ kind: "x", inner: { n: 3 } });
    expect(blankArguments(schema)).toEqual({ kind: "x", inner: { n: 3 } });
  });

  it("stops at a schema inside itself", () => {
    const root: Schema = {
      $defs: { N: { type: "object", required: ["n"], properties: { n: { $ref: "#/$defs/N" } } } },
      properties: { n: { $ref: "#/$defs/N" } },
      required: ["n"],
    };
    expect(JSON.stringify(blankArguments(root)).length).toBeLessThan(200);
  });
});

describe("findVariant", () => {
  const variants = [
    { label: "text", schema: { type: "string" } },
    { label: "label", schema: { type: "object", required: ["id"], properties: { id: { type: "integer" } } } },
    { label: "list", schema: { type: "array", items: { type: "string" } } },
  ];
  const find = (value: unknown, selectedIndex = 0) => findVariant(value, variants, selectedIndex, {});

  it("keeps the chosen variant for no value and for a value that fits", () => {
    expect(find(undefined, 2)).toBe(2);
    expect(find("x")).toBe(0);
  });

  it("switches to the variant that the value fits", () => {
    expect(find({ id: 1 })).toBe(1);
    expect(find(["a"])).toBe(2);
  });

  it("recognizes an object that is not complete yet", () => expect(find({})).toBe(1));
  it("keeps the chosen variant when nothing fits", () => expect(find(5, 0)).toBe(0));
});
