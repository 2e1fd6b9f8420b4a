/** Tests the form of smaller answers. */
import { expect, it } from "vitest";
import { findShapeProblems, toShape, toShapeDraft, toShapeWords, type Shape } from "./smaller-answers";

const WHOLE: Shape = {
  fields: ["messages[*].subject", "id"],
  max_tokens: 2000,
  html: "text",
  blobs: "files",
  format: "toon",
};

it("shows and sends each member, and nothing for whole answers", () => {
  expect(toShape(toShapeDraft(WHOLE))).toEqual(WHOLE);
  expect(toShape(toShapeDraft(null))).toBeNull();
  expect(toShape(toShapeDraft({ format: "json" }))).toBeNull();
  expect(toShape({ ...toShapeDraft(null), fields: " id \n\n name " })).toEqual({ fields: ["id", "name"] });
});

it("names the fields that cannot be sent", () => {
  const draft = toShapeDraft(null);
  const problemOf = (maxTokens: string) => findShapeProblems({ ...draft, maxTokens }).maxTokens;
  expect([problemOf(""), problemOf("50"), problemOf(" 1000000 ")]).toEqual([undefined, undefined, undefined]);
  for (const text of ["49", "1000001", "many", "1e3", "60.5", "-60"])
    expect(problemOf(text), text).toBe("Enter a whole number from 50 to 1,000,000.");
  const paths = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`).join("\n");
  expect(findShapeProblems({ ...draft, fields: paths(50) }).fields).toBeUndefined();
  expect(findShapeProblems({ ...draft, fields: paths(51) }).fields).toBe("Use at most 50 fields.");
});

it("says in a few words how small answers are", () => {
  expect(toShapeWords(WHOLE)).toBe("at most 2,000 tokens, only 2 fields, HTML as text, base64 as files, TOON");
  expect(toShapeWords({ format: "compact" })).toBe("without empty values");
  expect([toShapeWords(undefined), toShapeWords({ format: "json" })]).toEqual(["", ""]);
});
