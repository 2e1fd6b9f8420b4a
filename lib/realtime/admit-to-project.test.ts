/** How many connections a project may have. */
import { expect, it } from "vitest";
import { admitTo, MOST_OF_PROJECT } from "./admit-to-project";

it("a project has two hundred places, which come free again; another has its own", () => {
  const leave = Array.from({ length: MOST_OF_PROJECT }, () => admitTo("proj_a"));
  expect(leave.every(Boolean)).toBe(true);
  expect(admitTo("proj_a")).toBeUndefined();
  const other = admitTo("proj_b");
  expect(other).toBeDefined();
  leave[0]?.();
  leave[0] = admitTo("proj_a");
  expect(leave[0]).toBeDefined();
  for (const leaveOne of [...leave, other]) leaveOne?.();
  expect(admitTo("proj_a")).toBeDefined();
});
