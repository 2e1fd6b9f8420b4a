import { describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { wishOf } from "./send-attempt";
import { decideRetry } from "./retry-schedule";

const pauseOf = (status: number, headers: Record<string, string>) =>
  decideRetry({ delivered: false, number: 1, ...wishOf(status, headers) });
const firstPause = env().webhooks.pauses[0] ?? 0;

describe("the next attempt", () => {
  it.each([
    [429, "7200", 7200],
    [503, "7200.5", 7200.5],
    [500, "0", firstPause],
    [429, "soon", firstPause],
    [429, "9".repeat(99), 21_600],
    [429, "Thu, 01 Jan 1970 00:00:00 GMT", firstPause],
    [503, "Fri, 31 Dec 9999 23:59:59 GMT", 21_600],
  ])("follows %i with Retry-After %s after %d seconds", (status, header, seconds) => {
    expect(pauseOf(status, { "retry-after": header })).toEqual({ state: "waiting", pause: seconds });
  });
  it("waits for our own pause if the receiver names none", () => {
    expect(pauseOf(500, {})).toEqual({ state: "waiting", pause: firstPause });
  });
  it("does not follow a 410, because the receiver is gone permanently", () => {
    expect(pauseOf(410, { "retry-after": "5" })).toEqual({ state: "dead", pause: null });
  });
});
