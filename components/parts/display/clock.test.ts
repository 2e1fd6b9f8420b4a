/** Times of the clock. */
import { expect, it } from "vitest";
import { toClock, toHour } from "./clock";

const TIME = "2026-11-24T05:08:06.000Z";

it("writes a moment in UTC with its zone, whatever the zone of the machine", () => {
  expect(toClock(TIME, "utc")).toBe("Nov 24, 2026, 05:08:06 UTC");
  expect(toHour(new Date(TIME), "utc")).toBe("05:08");
});

it("writes the same moment in the zone of the machine", () => {
  const local = new Date(TIME);
  const two = (part: number) => String(part).padStart(2, "0");
  expect(toHour(TIME, "mine")).toBe(`${two(local.getHours())}:${two(local.getMinutes())}`);
});
