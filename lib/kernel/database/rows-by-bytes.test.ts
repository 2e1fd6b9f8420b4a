import { expect, it } from "vitest";
import { rowsByBytes } from "./rows-by-bytes";

/** A table with a row for each size; records its reads. */
function table(sizes: number[]) {
  const rows = sizes.map((size, id) => ({ id, size }));
  const reads: number[] = [];
  const read = (take: number, after: { id: number } | undefined) => {
    reads.push(take);
    const from = after ? after.id + 1 : 0;
    return Promise.resolve(rows.slice(from, from + take));
  };
  return { reads, read, page: (limit: number) => rowsByBytes(limit, read, ({ size }) => size, 1000) };
}
const of = (count: number, size: number) => Array.from({ length: count }, () => size);

it.each([
  [of(0, 1), 20, [0, 20]],
  [of(20, 1), 20, [20, 20]],
  [of(21, 1), 20, [21, 20]],
  [of(500, 1), 400, [401, 400]],
  [of(500, 0), 400, [401, 400]],
  [of(500, 10), 400, [101, 100]],
  [of(500, 2000), 400, [2, 1]],
  [[2000], 400, [1, 400]],
  [[2000, 1], 400, [2, 1]],
  [[...of(60, 1), ...of(300, 900)], 400, [62, 61]],
])(
  "rows of these sizes (%#): a page stops where they are too much together, with one row at least",
  async (...args) => {
    const [sizes, limit, [length, fit]] = args;
    const result = await table(sizes).page(limit);
    expect([result.rows.length, result.fit]).toEqual([length, fit]);
    expect(result.rows.map(({ id }) => id)).toEqual(result.rows.map((_, index) => index));
  },
);

it("reads usual rows in two steps, and never many that are too much", async () => {
  const small = table(of(2000, 1));
  await small.page(900);
  expect(small.reads).toEqual([50, 851]);
  const large = table(of(2000, 30));
  await large.page(900);
  expect(large.reads[0]).toBe(50);
  expect(large.reads.length).toBe(1);
});
