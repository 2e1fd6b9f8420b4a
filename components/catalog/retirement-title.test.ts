import { expect, it } from "vitest";
import { retirementTitle } from "./retirement-title";

it.each([
  ["2026-12-10", "This tool will be removed on 2026-12-10"],
  ["2026-12-09", "This tool was removed on 2026-12-09"],
  ["2025-04-15", "This tool was removed on 2025-04-15"],
])("for a tool without operation from %s on is %j", (from, title) => {
  expect(retirementTitle(from, "2026-12-09")).toBe(title);
});
