import { expect, it } from "vitest";
import { retirementTitle } from "./retirement-title";

it.each([
  ["2026-12-10", "This tool ends on 2026-12-10"],
  ["2026-12-09", "This tool ended on 2026-12-09"],
  ["2025-04-15", "This tool ended on 2025-04-15"],
])("for a tool without operation from %s on is %j", (from, title) => {
  expect(retirementTitle(from, "2026-12-09")).toBe(title);
});
