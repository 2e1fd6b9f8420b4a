/** Tests how the time of an item is read, in a process whose own zone is not UTC. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timeOf } from "./time-of";

const NOON = Date.UTC(2026, 6, 6, 12);

describe("the time of an item", () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = "America/New_York";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    "2026-07-06T12:00:00.000000",
    "2026-07-06T12:00:00",
    "2026-07-06 12:00",
    "2026-07-06T12:00:00Z",
    "2026-07-06T14:00:00+02:00",
    "Mon, 06 Jul 2026 12:00:00 GMT",
    NOON,
    NOON / 1000,
    String(NOON / 1000),
  ])("is noon in UTC: %s", (value) => expect(timeOf(value)).toBe(NOON));

  it.each(["soon", "", null, undefined, {}, 1e300])("is none: %s", (value) => expect(timeOf(value)).toBeUndefined());
});
