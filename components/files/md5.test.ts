/** MD5 against Node's own. */
import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { Md5 } from "./md5";

const expected = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

it("gives the sums of RFC 1321's test suite", () => {
  for (const text of ["", "a", "abc", "message digest", "abcdefghijklmnopqrstuvwxyz", "1234567890".repeat(8)])
    expect(new Md5().update(Buffer.from(text)).digest()).toBe(expected(Buffer.from(text)));
});

it("gives the same sum for every length around a block, and for content in pieces", () => {
  for (let length = 50; length < 140; length++) {
    const bytes = randomBytes(length);
    expect(new Md5().update(bytes).digest()).toBe(expected(bytes));
  }
  const bytes = randomBytes(100_003);
  const sum = new Md5();
  for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 1009)
    sum.update(bytes.subarray(at, at + step));
  expect(sum.digest()).toBe(expected(bytes));
});
