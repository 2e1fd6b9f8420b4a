import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { Email } from "../people/profile.contract";
import { hashPassword, isPassword } from "./passwords";
import { Password } from "../people/profile.contract";

describe("passwords", () => {
  it("match their own hash only, which carries its cost and differs each time", async () => {
    const [first, second] = await Promise.all([hashPassword("a good sentence"), hashPassword("a good sentence")]);
    expect(first).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect(await isPassword("a good sentence", first)).toBe(true);
    expect(await isPassword("a good sentence.", first)).toBe(false);
  });

  it("503: are not queued without end, so that a flood of sign-ins cannot stop the server", async () => {
    const cheap = `scrypt$2$1$1$${Buffer.from("NaCl").toString("base64url")}$${Buffer.alloc(32).toString("base64url")}`;
    const flood = await Promise.allSettled(Array.from({ length: 40 }, () => isPassword("a guess", cheap)));
    expect(flood.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
    for (const result of flood) if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 503 });
    expect(await isPassword("a guess", cheap)).toBe(false);
  });

  it("match a hash of another cost, so that the cost can be raised", async () => {
    // RFC 7914 section 12: scrypt("password", "NaCl", N=1024, r=8, p=16), the first 32 bytes.
    const hash = Buffer.from("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162", "hex").toString(
      "base64url",
    );
    const storedHash = `scrypt$1024$8$16$${Buffer.from("NaCl").toString("base64url")}$${hash}`;
    expect(await isPassword("password", storedHash)).toBe(true);
  });

  it("match however the same letters were composed", async () => {
    expect(await isPassword("caffe\u0301 latte!", await hashPassword("caff\u00e9 latte!"))).toBe(true);
  });

  it("cost the same work for an unknown account as for a known one", async () => {
    const knownHash = await hashPassword("a good sentence");
    const derive = vi.spyOn(crypto, "scrypt");
    syncBuiltinESMExports();
    const costs = async (storedHash: string | null) => {
      derive.mockClear();
      expect(await isPassword("guess", storedHash)).toBe(false);
      return derive.mock.calls.map(([, salt, bytes, cost]) => [(salt as Buffer).length, bytes, cost]);
    };
    const [some, none] = [await costs(knownHash), await costs(null)];
    derive.mockRestore();
    syncBuiltinESMExports();
    expect(none).toEqual(some);
    expect(await isPassword("guess", undefined)).toBe(false);
    expect(some).toHaveLength(1);
  });

  it("are asked for in a sentence", () => {
    expect(Password.safeParse("too short").error?.issues[0]?.message).toMatch(/^must have at least 10 characters/);
    expect(Password.safeParse("x".repeat(201)).success).toBe(false);
    expect(Password.safeParse("ten letter").success).toBe(true);
  });
});

it("emails are trimmed and compared in lower case", () => {
  expect(Email.parse(" Ada@Example.COM ")).toBe("ada@example.com");
  for (const wrong of ["ada", "ada@", "a b@example.com", `${"x".repeat(250)}@example.com`])
    expect(Email.safeParse(wrong).success).toBe(false);
});
