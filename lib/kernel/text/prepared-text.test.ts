import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { PreparedText } from "./prepared-text";

const begin = Buffer.from(`{"items":[${'"äöü€𝄞",'.repeat(20_000)}"x"`);
const text = new PreparedText([begin.subarray(0, 7), begin.subarray(7)]);

it.each([0, 1, 4_000, 65_535])("is one gzip member with an end of %i bytes", async (length) => {
  const end = Buffer.alloc(length, "n");
  const packed = Buffer.concat(await text.gzipWith(end));
  expect(gunzipSync(packed).equals(Buffer.concat([begin, end]))).toBe(true);
  expect(packed.length).toBeLessThan(begin.length / 10 + end.length + 100);
});

it("can have several ends at the same time", async () => {
  const fresh = new PreparedText([begin]);
  const packed = await Promise.all(["a", "b", "c"].map((end) => fresh.gzipWith(Buffer.from(end))));
  expect(packed.map((parts) => gunzipSync(Buffer.concat(parts)).subarray(-1).toString())).toEqual(["a", "b", "c"]);
});

it("has the hash of its bytes", () => {
  expect(text.hash.equals(createHash("sha256").update(begin).digest())).toBe(true);
  expect(text.bytes.equals(begin)).toBe(true);
});

it("refuses an end that does not fit into one block", async () => {
  await expect(text.gzipWith(Buffer.alloc(65_536))).rejects.toThrow(RangeError);
});
