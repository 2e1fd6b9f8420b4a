/** JSON text and value in step. */
import { expect, it } from "vitest";
import { toDraft, typeText } from "./arguments-draft";

it("takes over whole objects and keeps the last one while the text is broken", () => {
  const start = toDraft({ a: 1 });
  expect(typeText(start, '{"a": 2}')).toEqual({ value: { a: 2 }, text: '{"a": 2}', problem: null });
  expect(typeText(start, '{"a": ')).toMatchObject({
    value: { a: 1 },
    text: '{"a": ',
    problem: expect.stringContaining("not valid JSON"),
  });
});

it("refuses what is no object in words", () =>
  expect(typeText(toDraft({}), "[1]").problem).toMatch(/must be a JSON object/));
it("is empty for an empty text", () =>
  expect(typeText(toDraft({ a: 1 }), "  ")).toEqual({ value: {}, text: "  ", problem: null }));
