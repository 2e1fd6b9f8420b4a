/** Only repairs without guessing. */
import { expect, test } from "vitest";
import { coerce } from "./coerce";

test("an enum value in another case is corrected, unless it could mean several values", () => {
  expect(coerce("open", { type: "string", enum: ["OPEN", "CLOSED"] })).toBe("OPEN");
  expect(coerce("open", { type: "string", enum: ["OPEN", "Open"] })).toBe("open");
  expect(coerce("Open", { type: "string", enum: ["OPEN", "Open"] })).toBe("Open");
});

test.each(["5", " -5.5 ", ".5", "5.", "1e3"])("%j is a number", (text) =>
  expect(coerce(text, { type: "number" })).toBe(Number(text)),
);
test.each(["", "5x", "1".repeat(401), "0x10", "1e999", "--1"])("%j is not a number", (text) =>
  expect(coerce(text, { type: "number" })).toBe(text),
);
