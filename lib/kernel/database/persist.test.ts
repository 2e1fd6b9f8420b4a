import { describe, expect, test } from "vitest";
import { Prisma } from "./db";
import { isUnstorable } from "./persist";

describe("a write that must not be lost", () => {
  test("is given up where no repetition helps: values that no column takes", () => {
    const invalid = new Prisma.PrismaClientValidationError("Invalid value", { clientVersion: "0" });
    expect(isUnstorable(invalid)).toBe(true);
    for (const code of ["P2020", "P2033", "22008", "22P05"]) expect(isUnstorable({ code }), code).toBe(true);
  });

  test("is repeated while the database is away, full or busy", () => {
    for (const code of ["P1001", "P2024", "P2034", "57P01", "53100", "ECONNREFUSED", undefined])
      expect(isUnstorable(Object.assign(new Error("away"), { code })), code).toBe(false);
  });
});
