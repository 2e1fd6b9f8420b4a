/** Assigns the server's errors to their fields. */
import { expect, it } from "vitest";
import { hasErrorUnder, toFieldErrors, toPathText, withoutErrorsUnder } from "./field-errors";

const SCHEMA = {
  type: "object",
  required: ["owner"],
  properties: {
    owner: { type: "string" },
    labels: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "object", properties: { name: { type: "string" } } }] },
    },
    meta: { type: "object", additionalProperties: { type: "string" } },
    "a:b": { type: "string" },
  },
};
const VALUE = { labels: ["x", { name: 3 }], meta: { k: 1 } };

it("writes paths as the server does", () => {
  expect(toPathText(["labels", 0, "name"])).toBe("labels[0].name");
  expect(toPathText(["meta", "0"])).toBe("meta[0]");
});

it("assigns each error to its field, also inside lists, variants and maps", () => {
  const { at: sentencesByPath, rest } = toFieldErrors(
    [
      "owner: is required; expected string.",
      "labels[1].name: expected string",
      "meta.k: expected string",
      "a:b: expected string",
    ],
    SCHEMA,
    VALUE,
  );
  expect([...sentencesByPath]).toEqual([
    ["owner", "Required."],
    ["labels[1].name", "Expected string."],
    ["meta.k", "Expected string."],
    ["a:b", "Expected string."],
  ]);
  expect(rest).toEqual([]);
});

it("keeps an error that names no field of the form, with its name as it is written", () => {
  const lines = ["asignees: is not an argument of X. Did you mean assignees?", "the arguments are no object"];
  expect(toFieldErrors(lines, SCHEMA, {}).rest).toEqual([
    { name: "asignees", words: "is not an argument of X. Did you mean assignees?" },
    { words: "the arguments are no object." },
  ]);
});

it("describes limits in words", () => {
  const messages = ["must be <= 1000; expected integer", "must NOT have fewer than 2 characters; expected string"];
  expect(messages.map((words) => toFieldErrors([`owner: ${words}`], SCHEMA, {}).at.get("owner"))).toEqual([
    "Use at most 1000.",
    "Use at least 2 characters.",
  ]);
});

it("removes the errors of a changed field and of the fields inside it, and no others", () => {
  const errors = toFieldErrors(["labels[1].name: bad", "owner: bad"], SCHEMA, VALUE);
  expect(hasErrorUnder(errors, ["labels"])).toBe(true);
  expect(hasErrorUnder(errors, ["label"])).toBe(false);
  expect([...withoutErrorsUnder(errors, ["labels"]).at.keys()]).toEqual(["owner"]);
  expect(withoutErrorsUnder(errors, ["meta"])).toBe(errors);
});
