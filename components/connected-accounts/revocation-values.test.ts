import { describe, expect, it } from "vitest";
import { toSummary, toTitle } from "./revocation-values";

const job = { status: "done", total: 4, waiting: 0, revoked: 3, kept_elsewhere: 1, failed: 1 } as const;

describe("a revocation in words", () => {
  it("says what it was about", () => {
    expect(toTitle({ scope: "user", target: "ada", deletes: false })).toBe("All accounts of the user ada");
    expect(toTitle({ scope: "project", target: null, deletes: false })).toBe("All accounts of the project");
    expect(toTitle({ scope: "account", target: "ca_1", deletes: true })).toBe("Deleted account ca_1");
    expect(toTitle({ scope: "auth_config", target: "ac_1", deletes: true })).toBe("Deleted auth config ac_1");
  });

  it("names what is left for somebody to do", () => {
    expect(toSummary(job)).toBe("3 of 4 revoked, 1 rejected or unreachable, 1 with a key to remove at the provider.");
    expect(toSummary({ ...job, status: "running", waiting: 1, failed: 0, kept_elsewhere: 0 })).toBe(
      "Working: 3 of 4 revoked, 1 waiting for the provider.",
    );
    expect(toSummary({ ...job, total: 0 })).toBe("There were no accounts to revoke.");
  });
});
