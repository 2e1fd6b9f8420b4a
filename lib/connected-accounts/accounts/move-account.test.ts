import { describe, expect, it } from "vitest";
import { AccountStatus } from "../contract";
import { canMove, sourcesOf } from "./move-account";

describe("the life of an account", () => {
  it("never returns to INITIALIZING, and a new consent revives every ended status", () => {
    expect(sourcesOf("INITIALIZING")).toEqual([]);
    for (const endStatus of ["FAILED", "EXPIRED", "REVOKED"] as const)
      expect([canMove(endStatus, "INITIATED"), canMove(endStatus, "ACTIVE")]).toEqual([true, true]);
  });

  it("does not fail a working account", () => {
    expect(sourcesOf("FAILED")).toEqual(["INITIALIZING", "INITIATED"]);
  });

  it("reaches ACTIVE from every other status", () => {
    expect(sourcesOf("ACTIVE").sort()).toEqual(AccountStatus.options.filter((status) => status !== "ACTIVE").sort());
  });
});
