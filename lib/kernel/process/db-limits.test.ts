import { describe, expect, it } from "vitest";
import { FRESH_CONNECTIONS, MIN_CONNECTIONS, LIMITS, shareOut, TRANSACTION_MS, USUAL_CONNECTIONS } from "./db-limits";

describe("shareOut", () => {
  it.each([MIN_CONNECTIONS, 20, 25, USUAL_CONNECTIONS, 100, 1000])("never gives out more than %i", (total) => {
    const shares = Object.values(shareOut(total));
    // Four stand apart from the pools: two that listen, one of the workers, one that asks whether the database answers.
    expect(shares.reduce((sum, share) => sum + share, 4 + FRESH_CONNECTIONS)).toBe(total);
    for (const share of shares) expect(share).toBeGreaterThan(0);
  });

  it("gives most of them to requests", () => {
    expect(shareOut(USUAL_CONNECTIONS)).toEqual({ requests: 18, pages: 4, searches: 4, queue: 6, jobs: 2 });
    expect(shareOut(MIN_CONNECTIONS).requests).toBeGreaterThanOrEqual(4);
  });
});

describe("limits", () => {
  it("end a statement of a request before its transaction, and a wait for a lock before the statement", () => {
    expect(LIMITS.requests.statementMs).toBeLessThan(TRANSACTION_MS);
    for (const { lockMs, statementMs } of Object.values(LIMITS)) expect(lockMs).toBeLessThanOrEqual(statementMs);
  });
});
