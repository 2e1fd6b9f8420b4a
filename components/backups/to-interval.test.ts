/** Intervals as a sentence has them. */
import { expect, it } from "vitest";
import { toInterval } from "./to-interval";

it.each([
  [86_400, "day"],
  [604_800, "7 days"],
  [43_200, "12 hours"],
  [3600, "hour"],
  [1800, "30 minutes"],
  [61, "61 seconds"],
])("%i seconds are every %s", (seconds, words) => expect(toInterval(seconds)).toBe(words));
