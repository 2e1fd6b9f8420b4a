/** Texts of usage. */
import { expect, it } from "vitest";
import { describeStep, toChange, toError, toMs, toRange, toRate, toStepName } from "./usage-data";

it.each([
  [null, "–"],
  [0, "0 ms"],
  [999, "999 ms"],
  [1400, "1.4 s"],
  [120_000, "2 min"],
])("%s ms are %s", (value, text) => {
  expect(toMs(value)).toBe(text);
});

it.each([
  [0, 0, ""],
  [5, 0, "new"],
  [0, 5, "−100%"],
  [11, 10, "+10%"],
  [10, 10, "±0%"],
])("%s after %s is %s", (now, before, text) => {
  expect(toChange(now, before)).toBe(text);
});

it("has shares, errors, ranges and steps as text", () => {
  expect(toRate(1, 300)).toBe("0.3%");
  expect(toRate(0, 0)).toBe("");
  expect(toError("GITHUB_GET 404")).toEqual({ tool: "GITHUB_GET", code: "404" });
  expect(toError("GITHUB_GET ")).toEqual({ tool: "GITHUB_GET", code: "" });
  expect(toRange("2y")).toBe("24h");
  const time = "2026-11-28T14:00:00.000Z";
  expect(toStepName(time, 86_400, "utc")).toBe("Nov 28");
  expect(describeStep({ at: time, calls: 1200, failed: 3, p50_ms: 100, p95_ms: 2000 }, 3600, "utc")).toBe(
    "Nov 28, 14:00: 1,200 calls, 3 failed, p50 100 ms, p95 2.0 s",
  );
});
