/** Tests the texts for numbers. */
import { describe, expect, it } from "vitest";
import { describeUsage, toShare } from "./overview-data";

const timeAt = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const inUtc = (date: Date) => `${date.getUTCHours()}:00`;

describe("describeUsage", () => {
  it("says that nothing was called", () =>
    expect(describeUsage([{ at: timeAt(1), total: 0, failed: 0 }], inUtc)).toBe("No calls in the last 1 hours."));
  it("tells the sum, the failures and the busiest hour", () => {
    expect(
      describeUsage(
        [
          { at: timeAt(1), total: 1, failed: 0 },
          { at: timeAt(2), total: 1200, failed: 3 },
        ],
        inUtc,
      ),
    ).toBe("1,201 calls in the last 2 hours, 3 of them failed. The busiest hour began at 2:00 with 1,200 calls.");
    expect(describeUsage([{ at: timeAt(1), total: 1, failed: 0 }], inUtc)).toContain(
      "1 call in the last 1 hours, none of them failed.",
    );
  });
});

describe("toShare", () => {
  it.each([
    [0, 0, ""],
    [0, 5, ""],
    [1, 400, "under 1%"],
    [1, 3, "33%"],
  ])("%i of %i is %s", (part, whole, expected) => expect(toShare(part, whole)).toBe(expected));
});
