import { describe, expect, it } from "vitest";
import { LIMITS, TRANSACTION_MS } from "./limit-statements";

describe("limits", () => {
  it("end a statement of a request before its transaction, and a wait for a lock before the statement", () => {
    expect(LIMITS.requests.statementMs).toBeLessThan(TRANSACTION_MS);
    for (const { lockMs, statementMs } of Object.values(LIMITS)) expect(lockMs).toBeLessThanOrEqual(statementMs);
  });
});
