import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueSentences, sayIssue } from "./issue-sentences";

const sentences = (schema: z.ZodType, value: unknown): string[] => {
  const { error } = schema.safeParse(value, { error: sayIssue });
  return error ? issueSentences(error, "The value", 50) : [];
};

const Config = z.object({
  id: z.string(),
  scheme: z.enum(["OAUTH2", "API_KEY", "NO_AUTH"]).optional(),
  to: z.literal("connections").optional(),
  args: z.record(z.string(), z.unknown()).optional(),
  count: z.number().int().max(5).optional(),
  names: z.array(z.string().min(1)).max(2).optional(),
  site: z.url().optional(),
  own: z.string().min(3, "must have 3 letters").optional(),
});

describe("what a contract refuses", () => {
  it.each<[string, object, string]>([
    ["what is missing, and its type", {}, "id: is required; expected string."],
    ["a wrong type", { id: 1 }, "id: expected string, not number."],
    ["null", { id: null }, "id: expected string, not null."],
    ["a map", { id: "a", args: "x" }, "args: expected object, not string."],
    ["one value", { id: "a", to: "x" }, 'to: expected "connections".'],
    ["some values", { id: "a", scheme: "x" }, 'scheme: expected one of "OAUTH2", "API_KEY", "NO_AUTH".'],
    [
      "the value that was meant",
      { id: "a", scheme: "apikey" },
      'scheme: expected one of "OAUTH2", "API_KEY", "NO_AUTH". Did you mean API_KEY?',
    ],
    ["a number that is too large", { id: "a", count: 6 }, "count: expected at most 5."],
    ["part of a number", { id: "a", count: 1.5 }, "count: expected integer, not a fraction."],
    ["an empty text in a list", { id: "a", names: [""] }, "names.0: expected at least 1 character."],
    ["too many items", { id: "a", names: ["a", "b", "c"] }, "names: expected at most 2 items."],
    ["what is no URL", { id: "a", site: "x" }, "site: expected a URL."],
    ["in the contract's own words", { id: "a", own: "x" }, "own: must have 3 letters"],
  ])("says %s", (_what, value, sentence) => {
    expect(sentences(Config, value)).toEqual([sentence]);
  });

  it("names the value itself where that is wrong", () => {
    expect(sentences(Config, "x")).toEqual(["The value: expected object, not string."]);
  });

  it("names each unknown field, and the one that was meant", () => {
    const strict = z.strictObject({ inner: z.strictObject({ capitals: z.string().optional() }) });
    expect(sentences(strict, { inner: { capitls: "x" } })).toEqual([
      "inner.capitls: is not a field here. Did you mean capitals?",
    ]);
    expect(sentences(strict, { inner: { zzzz: "x" } })).toEqual([
      "inner.zzzz: is not a field here, which takes capitals.",
    ]);
  });

  it("says what each of several forms expects, or what is missing inside the one that was sent", () => {
    const choice = z.object({ value: z.union([z.boolean(), z.object({ pages: z.number() })]) });
    expect(sentences(choice, { value: "x" })).toEqual(["value: expected boolean or object, not string."]);
    expect(sentences(choice, {})).toEqual(["value: is required; expected boolean or object."]);
    expect(sentences(choice, { value: { pages: "x" } })).toEqual(["value: pages expected number, not string."]);
  });

  it("says which kinds there are where a field tells them apart", () => {
    const kinds = z.discriminatedUnion("type", [
      z.object({ type: z.literal("default") }),
      z.object({ type: z.literal("custom"), name: z.string() }),
    ]);
    expect(sentences(kinds, { type: "costum" })).toEqual([
      'type: expected one of "default", "custom". Did you mean custom?',
    ]);
    expect(sentences(kinds, {})).toEqual(['type: is required; expected one of "default", "custom".']);
  });
});
