/** MD5 against Node's own. */
import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { md5Of } from "./md5";

const expected = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

it("gives the sums of RFC 1321's test suite", async () => {
  for (const text of ["", "a", "abc", "message digest", "abcdefghijklmnopqrstuvwxyz", "1234567890".repeat(8)])
    expect(await md5Of(new Blob([text]))).toBe(expected(Buffer.from(text)));
});

it("gives the same sum for every length around a block, and for content in pieces", async () => {
  for (let length = 50; length < 140; length++) {
    const bytes = randomBytes(length);
    expect(await md5Of(new Blob([bytes]))).toBe(expected(bytes));
  }
  const bytes = randomBytes(100_003);
  for (const piece of [997, 4096, 100_002, 100_003, 200_000])
    expect(await md5Of(new Blob([bytes]), piece)).toBe(expected(bytes));
});
