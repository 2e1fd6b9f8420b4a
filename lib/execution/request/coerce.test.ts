/** Only repairs without guessing. */
import { expect, test } from "vitest";
import { coerce } from "./coerce";

test("an enum value in another case is corrected, unless it could mean several values", () => {
  expect(coerce("open", { type: "string", enum: ["OPEN", "CLOSED"] })).toBe("OPEN");
  expect(coerce("open", { type: "string", enum: ["OPEN", "Open"] })).toBe("open");
  expect(coerce("Open", { type: "string", enum: ["OPEN", "Open"] })).toBe("Open");
});

test.each([
  [
    "A JSON-based array of structured blocks, presented as a URL-encoded string.",
    [{ type: "divider" }],
    '[{"type":"divider"}]',
  ],
  ["A view payload. This must be a JSON-encoded string.", { type: "modal" }, '{"type":"modal"}'],
  ["A list of comma separated label names.", ["bug", "ui"], "bug,ui"],
  ["Ids, separated by commas", [1, 2], "1,2"],
])("a list or an object becomes the text that is described: %s", (description, value, text) =>
  expect(coerce(value, { type: "string", description })).toBe(text),
);
test.each([
  ["Names, separated by commas", ["Lovelace, Ada"]],
  ["The name", ["Ada"]],
  ["A list of comma separated ids", { id: 1 }],
])("it stays as it is where that would change it: %s", (description, value) =>
  expect(coerce(value, { type: "string", description })).toEqual(value),
);

test.each(["5", " -5.5 ", ".5", "5.", "1e3"])("%j is a number", (text) =>
  expect(coerce(text, { type: "number" })).toBe(Number(text)),
);
test.each(["", "5x", "1".repeat(401), "0x10", "1e999", "--1"])("%j is not a number", (text) =>
  expect(coerce(text, { type: "number" })).toBe(text),
);
