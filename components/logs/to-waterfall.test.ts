/** Calls within a call are placed by their beginnings. */
import { expect, it } from "vitest";
import type { LogRow } from "./log-fields";
import { toWaterfall } from "./to-waterfall";

const row = (id: string, second: number, duration_ms: number, more: Partial<LogRow> = {}): LogRow => ({
  id,
  timestamp: `2026-11-27T08:00:0${second}.000Z`,
  type: "tool_execution",
  status: "success",
  level: "info",
  metadata: { tool_slug: `TOOL_${id}` },
  metrics: { duration_ms },
  parent: { log_id: "outer", tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL" },
  ...more,
});
const outer = row("outer", 1, 3000, { parent: null });

it("has the outer call first, then its own calls as they began", () => {
  const { rows, total } = toWaterfall(outer, [
    row("b", 3, 500, { status: "failed", metrics: { duration_ms: 500, prepare_ms: 100, upstream_ms: 400 } }),
    row("a", 2, 1000),
    row("of-another", 2, 9000, { parent: { log_id: "another", tool_slug: "X" } }),
    outer,
  ]);
  expect(rows.map(({ id, start, ms, hasFailed }) => [id, start, ms, hasFailed])).toEqual([
    ["outer", 0, 3000, false],
    ["a", 1000, 1000, false],
    ["b", 2000, 500, true],
  ]);
  expect(rows[2]?.stages.map(({ kind, start, ms }) => [kind, start, ms])).toEqual([
    ["own", 0, 100],
    ["provider", 100, 400],
  ]);
  expect(total).toBe(3000);
});

it("ends with the last of the calls, and is never empty", () => {
  expect(toWaterfall(outer, [row("late", 3, 4000)]).total).toBe(6000);
  expect(toWaterfall(row("outer", 1, 0, { parent: null }), [])).toMatchObject({ total: 1, rows: [{ ms: 0 }] });
});
