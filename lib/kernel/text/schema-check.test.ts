/** Checks of values against schemas from data. */
import { describe, expect, it } from "vitest";
import { schemaCheck } from "./schema-check";
import { toMatcher } from "./safe-pattern";

describe("schemaCheck", () => {
  it("names the path, the keyword and the schema of each problem", () => {
    const check = schemaCheck({
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "array", items: { enum: ["x"] } } },
      required: ["c"],
    });
    const problems = check({ a: "no", b: ["y"] });
    expect(problems.map(({ path, keyword }) => [path, keyword])).toEqual(
      expect.arrayContaining([
        ["/a", "type"],
        ["/b/0", "enum"],
        ["", "required"],
      ]),
    );
    expect(problems.find(({ path }) => path === "/a")?.schema).toEqual({ type: "integer" });
  });

  it("does not change the value", () => {
    const value = { a: "5" };
    schemaCheck({ type: "object", properties: { a: { type: "integer", default: 1 }, z: { default: 2 } } })(value);
    expect(value).toEqual({ a: "5" });
  });

  it("accepts nullable values, times without a zone, and formats it does not know", () => {
    const check = schemaCheck({
      type: "object",
      properties: {
        n: { type: "string", nullable: true },
        t: { type: "string", format: "date-time" },
        u: { type: "string", format: "decimal128" },
      },
    });
    expect(check({ n: null, t: "2026-01-02T03:04:05", u: "x" })).toEqual([]);
    expect(check({ t: "tomorrow" })).toHaveLength(1);
  });

  it("reads nullable beside a choice, or alone, without giving up the rest of the schema", () => {
    const check = schemaCheck({
      type: "object",
      required: ["a"],
      properties: {
        a: {},
        b: { nullable: true, anyOf: [{ type: "string" }, { type: "integer" }] },
        c: { nullable: true, description: "anything" },
      },
    });
    expect(check({ a: 1, b: null, c: null })).toEqual([]);
    expect(check({ b: null }).map(({ keyword }) => keyword)).toEqual(["required"]);
    expect(check({ a: 1, b: {} }).length).toBeGreaterThan(0);
  });

  it("accepts everything when the schema itself cannot be compiled", () => {
    expect(schemaCheck({ type: "nonsense" })({})).toEqual([]);
    expect(schemaCheck({ $ref: "https://example.com/missing.json" })(1)).toEqual([]);
  });

  it("keeps at most 500 compiled schemas and still answers for one that was dropped", () => {
    const first = { $id: "https://example.com/same", type: "integer" };
    expect(schemaCheck(first)(1)).toEqual([]);
    for (let n = 0; n < 520; n++)
      expect(schemaCheck({ $id: "https://example.com/same", type: "integer" })("x")).toHaveLength(1);
    expect(schemaCheck(first)("x")).toHaveLength(1);
  });

  it("keeps two patterns of one schema apart", () => {
    const check = schemaCheck({
      type: "object",
      properties: { a: { type: "string", pattern: "^a$" }, b: { type: "string", pattern: "^b$" } },
    });
    expect(check({ a: "a", b: "b" })).toEqual([]);
    expect(check({ a: "b", b: "a" })).toHaveLength(2);
  });
});

describe("toMatcher", () => {
  it.each([["^(a+)+$"], ["^((a+))+$"], ["(a|aa)*$"], ["(.*)*x"], ["([a-z]+)*\\d"], ["(a)\\1"], ["^(\\w+\\s?)*$"]])(
    "accepts everything for %s, which could match without end",
    (pattern) => {
      const matcher = toMatcher(pattern, "u");
      expect(matcher.test(`${"a".repeat(5000)}!`)).toBe(true);
      // Never handed to the engine, whatever the text.
      expect(matcher.toString()).toBe(`unchecked:${pattern}`);
    },
  );

  it.each([["^a*a*a*a*b$"], ["\\s*\\s*\\s*x"], ["^.*.*.*.*$x"]])(
    "accepts every long text for the polynomial %s, and checks a short one",
    (pattern) => {
      const { test } = toMatcher(pattern, "u");
      for (const length of [1990, 9990]) expect(test("b ".repeat(length / 2))).toBe(true);
      expect(test("?")).toBe(false);
    },
  );

  it.each([
    ["^[a-z]{2,3}$", "abc", "ABC"],
    ["^\\d+$", "12", "x"],
    ["^[\\w.-]+@[\\w-]+\\.\\w+$", "a@b.co", "a"],
    ["^(foo|bar)$", "foo", "baz"],
    ["^[^/:]+\\-$", "a-", "/"],
  ])("checks the harmless %s", (pattern, fits, not) => {
    expect(toMatcher(pattern, "u").test(fits)).toBe(true);
    expect(toMatcher(pattern, "u").test(not)).toBe(false);
  });

  it("accepts everything for a pattern that no engine reads", () => {
    expect(toMatcher("(?<x", "u").test("anything")).toBe(true);
  });
});
