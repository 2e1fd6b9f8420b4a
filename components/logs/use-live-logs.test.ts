/** New rows on top of a list that is on the screen. */
import { expect, it } from "vitest";
import type { LogRow } from "./log-fields";
import { withRow } from "./use-live-logs";

const row = (id: string): LogRow => ({
  id,
  timestamp: "2026-11-21T12:00:00.000Z",
  type: "tool_execution",
  status: "success",
  level: "info",
  metadata: {},
  metrics: {},
  parent: null,
});
const list = {
  pages: [
    { logs: [row("b")], next_cursor: "x" },
    { logs: [row("a")], next_cursor: null },
  ],
  pageParams: [null, "x"],
};

it("puts a new row on top and keeps the pages below", () =>
  expect(withRow(list, row("c"))?.pages.map(({ logs }) => logs.map(({ id }) => id))).toEqual([["c", "b"], ["a"]]));
it("puts no row there twice, on whatever page it is", () => expect(withRow(list, row("a"))).toBe(list));
it("waits for the list", () => expect(withRow(undefined, row("c"))).toBeUndefined());
