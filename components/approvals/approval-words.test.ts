/** Texts of approvals. */
import { expect, it } from "vitest";
import { decidedText, timeLeft } from "./approval-words";

const now = Date.parse("2026-01-01T00:00:00Z");
const toTime = (seconds: number) => new Date(now + seconds * 1000).toISOString();

it.each([
  [600, "10:00"],
  [599.2, "10:00"],
  [61, "1:01"],
  [9, "0:09"],
  [0.4, "0:01"],
  [3600, "1 h 0 min"],
  [86_400, "24 h 0 min"],
  [0, null],
  [-5, null],
])("%s seconds are %s", (seconds, expected) => {
  expect(timeLeft(toTime(seconds), now)).toBe(expected);
});

it("tells who decided, by name or by id", () => {
  expect(decidedText({ decision: "once", decided_by: { id: "user_1", name: "ada@example.com" } })).toBe(
    "Approved once by ada@example.com",
  );
  expect(decidedText({ decision: "deny", decided_by: { id: "key_1", name: null } })).toBe("Denied by key_1");
  expect(decidedText({ decision: null, decided_by: null })).toBeNull();
});
