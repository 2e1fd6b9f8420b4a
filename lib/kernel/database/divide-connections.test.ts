import { describe, expect, it } from "vitest";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "../process/connection-counts";
import { divideConnections, FRESH_CONNECTIONS } from "./divide-connections";

describe("divideConnections", () => {
  it.each([MIN_CONNECTIONS, 20, 25, DEFAULT_CONNECTIONS, 100, 1000])(
    "never hands out more than %i connections",
    (total) => {
      const shares = Object.values(divideConnections(total));
      // Four connections are outside the pools: two listeners, the list of live workers, the check that the database
      // answers.
      expect(shares.reduce((sum, share) => sum + share, 4 + FRESH_CONNECTIONS)).toBe(total);
      for (const share of shares) expect(share).toBeGreaterThan(0);
    },
  );

  it("gives requests the largest share", () => {
    expect(divideConnections(DEFAULT_CONNECTIONS)).toEqual({ requests: 18, pages: 4, searches: 4, queue: 6, jobs: 2 });
    expect(divideConnections(MIN_CONNECTIONS).requests).toBeGreaterThanOrEqual(4);
  });
});
