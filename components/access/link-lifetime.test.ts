import { expect, it } from "vitest";
import { inWords } from "./link-lifetime";

it("says minutes in the largest unit that fits", () => {
  expect([10, 60, 90, 240, 1440, 10_080].map(inWords)).toEqual([
    "10 minutes",
    "1 hour",
    "90 minutes",
    "4 hours",
    "1 day",
    "7 days",
  ]);
});
