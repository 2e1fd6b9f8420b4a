/** Keys as a scanner for leaked secrets sees them: the documented pattern and checksum. */
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { newKey } from "./new-key";

/** As docs/security-and-teams/api-keys.md describes it. */
const PATTERN = /^(ak|sak|oak|uak)_[0-9A-Za-z]{38}$/;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Reads a number in base 62. */
const toNumber = (text: string): number => [...text].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

it.each(["ak_", "sak_", "oak_", "uak_"])(
  "a key with the prefix %s has the documented form and ends with its checksum",
  (prefix) => {
    const keys = new Set(Array.from({ length: 1_000 }, () => newKey(prefix)));
    expect(keys.size).toBe(1_000);
    for (const key of keys) {
      expect(key).toMatch(PATTERN);
      expect(key.startsWith(prefix)).toBe(true);
      expect(toNumber(key.slice(-6)), key).toBe(crc32(key.slice(0, -6)));
    }
  },
);

it("a changed character does not fit the checksum", () => {
  const key = newKey("ak_");
  for (let index = 3; index < key.length - 6; index++) {
    const other = key[index] === "a" ? "b" : "a";
    const changed = `${key.slice(0, index)}${other}${key.slice(index + 1)}`;
    expect(toNumber(changed.slice(-6)), changed).not.toBe(crc32(changed.slice(0, -6)));
  }
});
