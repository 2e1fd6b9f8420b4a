/** Times of the clock. */
import { expect, it } from "vitest";
import { toClock, toHour, toLogTime } from "./clock";

const TIME = "2026-11-24T05:08:06.000Z";

it("writes a moment in UTC with its zone, whatever the zone of the machine", () => {
  expect(toClock(TIME, "utc")).toBe("Nov 24, 2026, 05:08:06 UTC");
  expect(toHour(new Date(TIME), "utc")).toBe("05:08");
});

it("writes the time of a log with its day, and with its year, if they are not today's", () => {
  expect(toLogTime(TIME, "utc", "2026-11-24T23:59:59.000Z")).toBe("05:08:06");
  expect(toLogTime(TIME, "utc", "2026-11-25T00:00:00.000Z")).toBe("Nov 24, 05:08:06");
  expect(toLogTime(TIME, "utc", "2027-01-01T00:00:00.000Z")).toBe("Nov 24, 2026, 05:08:06");
});

it("writes the same moment in the zone of the machine", () => {
  const local = new Date(TIME);
  const two = (part: number) => String(part).padStart(2, "0");
  expect(toHour(TIME, "mine")).toBe(`${two(local.getHours())}:${two(local.getMinutes())}`);
});
