import { describe, expect, it } from "vitest";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { retryAfterMs } from "@/lib/kernel/time/retry-after-ms";
import { pauseBeforeRetry } from "./retry";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: { ...(retryAfter !== undefined && { "retry-after": retryAfter }) },
});
const pause = (
  method: string,
  outcome: Parameters<typeof pauseBeforeRetry>[2],
  { attempt = 0, leftMs = 60_000 } = {},
) => pauseBeforeRetry(attempt, method, outcome, leftMs, NOW);

describe("Retry-After", () => {
  it.each([
    ["3", 3000],
    ["0.5", 500],
    ["Sat, 31 Jan 2026 12:00:09 GMT", 9000],
    ["Sat, 31 Jan 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    [undefined, undefined],
  ])("%s is %s ms", (value, ms) => expect(retryAfterMs(value, NOW)).toBe(ms));
});

describe("a retry", () => {
  it.each(["GET", "HEAD", "PUT", "DELETE"])("follows 429 and 503 if the request is a %s", (method) => {
    expect(pause(method, answer(503, "2"))).toBe(2000);
    expect(pause(method, answer(429))).toBeGreaterThan(100);
  });
  it("follows 429 with a named time for every method, because nothing was done", () =>
    expect(pause("POST", answer(429, "2"))).toBe(2000));
  it("follows a refused connection for every method, because nothing was sent", () =>
    expect(pause("POST", new OutboundError("connect", "x", { sent: false, passing: true }))).toBeGreaterThan(100));
  it("follows a broken connection if the request is idempotent", () =>
    expect(pause("GET", new OutboundError("protocol", "x", { passing: true }))).toBeGreaterThan(100));
});

describe("a request without a retry", () => {
  it.each([
    ["POST after 503: it may have been carried out", "POST", answer(503, "1")],
    ["POST after 429 without a time", "POST", answer(429)],
    [
      "PATCH after a connection that broke: it may have arrived",
      "PATCH",
      new OutboundError("protocol", "x", { passing: true }),
    ],
    ["GET after 500", "GET", answer(500)],
    ["GET after a certificate that does not fit", "GET", new OutboundError("connect", "x", { sent: false })],
    ["GET after a timeout", "GET", new OutboundError("timeout", "x", { during: "headers", limitMs: 1 })],
    ["GET with a longer wait than people have", "GET", answer(429, "3600")],
  ])("is a %s", (_, method, outcome) => expect(pause(method, outcome)).toBeNull());
  it("has had two more tries, or has too little time left", () => {
    expect(pause("GET", answer(503), { attempt: 2 })).toBeNull();
    expect(pause("GET", answer(503, "5"), { leftMs: 4000 })).toBeNull();
  });
});
