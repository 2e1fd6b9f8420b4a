/** Bodies whose clients do not read: each holds so much, and all together. */
import { expect, it } from "vitest";
import { BoundedBody } from "./bounded-body";

const MEGABYTE = Buffer.alloc(1024 * 1024);
const text = (body: BoundedBody) => new Response(body.stream).text();
const noted = () => undefined;

it("returns its pieces in order, also those that waited when it ended", async () => {
  const body = new BoundedBody(noted);
  body.write(Buffer.from("one "));
  const read = text(body);
  body.write(Buffer.from("two "));
  body.write(Buffer.from("three"));
  body.end();
  expect(await read).toBe("one two three");
});

it("holds some megabytes and two hundred pieces, and stops reading what was dropped", async () => {
  const few = new BoundedBody(noted);
  let count = 0;
  while (few.write(MEGABYTE)) count++;
  expect(count).toBe(7);
  few.drop();
  expect(await text(few)).toBe("");
  const many = new BoundedBody(noted);
  for (let n = 0; n < 200; n++) expect(many.write(Buffer.from("x"))).toBe(true);
  expect(many.write(Buffer.from("x"))).toBe(false);
  many.drop();
});

it("holds 64 MB in all for bodies that nobody reads, and still accepts a little for others", async () => {
  const hoarders = Array.from({ length: 40 }, () => new BoundedBody(noted));
  const counts = hoarders.map((body) => Array.from({ length: 4 }, () => body.write(MEGABYTE)).filter(Boolean).length);
  expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(64 + 2 * 40);
  const other = new BoundedBody(noted);
  expect(other.write(Buffer.from("x"))).toBe(true);
  expect(hoarders[0]?.write(MEGABYTE)).toBe(false);
  let left = 0;
  const leaving = new BoundedBody(() => left++);
  await leaving.stream.cancel();
  expect(left).toBe(1);
  for (const body of [...hoarders, other]) body.drop();
  expect(hoarders.map(() => new BoundedBody(noted)).every((body) => body.write(MEGABYTE))).toBe(true);
});
