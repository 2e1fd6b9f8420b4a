/** Texts for a distance in time. */
import { describe, expect, it } from "vitest";
import { toRelative } from "./relative-time";

const NOW = Date.UTC(2026, 10, 21, 12);
const SECOND = 1000;

describe("toRelative", () => {
  it.each([
    [-10 * SECOND, "now"],
    [-50 * SECOND, "1 minute ago"],
    [-90 * SECOND, "2 minutes ago"],
    [-3 * 3600 * SECOND, "3 hours ago"],
    [-26 * 3600 * SECOND, "yesterday"],
    [-400 * 86_400 * SECOND, "last year"],
    [5 * 86_400 * SECOND, "in 5 days"],
  ])("says a distance of %d ms as %s", (distance, words) => {
    expect(toRelative(NOW + distance, NOW)).toBe(words);
  });
});
