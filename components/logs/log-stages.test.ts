/** Stages stand in a row and fill the duration. */
import { describe, expect, it } from "vitest";
import { toStages } from "./log-stages";

describe("toStages", () => {
  it("begins each stage where the one before ended, and ends at the duration", () => {
    const { stages, total } = toStages({
      duration_ms: 100,
      prepare_ms: 5,
      queue_ms: 10,
      refresh_ms: 20,
      upstream_ms: 60,
      overhead_ms: 10,
    });
    expect(stages.map(({ key, start, ms }) => [key, start, ms])).toEqual([
      ["prepare_ms", 0, 5],
      ["queue_ms", 5, 10],
      ["refresh_ms", 15, 20],
      ["upstream_ms", 35, 60],
      ["rest_ms", 95, 5],
    ]);
    expect(total).toBe(100);
  });
  it("makes no stage of a rounding", () =>
    expect(toStages({ duration_ms: 10, prepare_ms: 1.5, upstream_ms: 8.2 }).stages).toHaveLength(2));
  it("is empty without a stage", () => expect(toStages({ duration_ms: 10 })).toEqual({ stages: [], total: 10 }));
  it("bears stages longer than the rounded duration", () =>
    expect(toStages({ duration_ms: 0, upstream_ms: 0.4 }).total).toBe(1));
});
