import { expect, it } from "vitest";
import { readTryFields } from "./read-try-fields";

it("sends what was typed, without the fields that were left empty", () => {
  const text = { params: { id: "a" }, query: { limit: "5", cursor: "" }, body: '{"name": "x"}' };
  expect(readTryFields(text)).toEqual({ value: { params: { id: "a" }, query: { limit: "5" }, body: { name: "x" } } });
  expect(readTryFields({ ...text, body: undefined })).toEqual({
    value: { params: { id: "a" }, query: { limit: "5" } },
  });
});

it("says what is wrong with a body that is no JSON", () => {
  expect(readTryFields({ params: {}, query: {}, body: "{" })).toMatchObject({
    problem: expect.stringMatching(/^The body isn’t JSON: /) as string,
  });
});
