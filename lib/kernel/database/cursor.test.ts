/** Cursors: only our own are taken, and only where they belong. */
import { expect, test } from "vitest";
import { openCursor, readCursor, signCursor, toCursor, toPage } from "./cursor";

test("a position comes back as it was", () => {
  const cursor = { time: "2026-01-01T00:00:00.000Z", id: "ca_1", page: 2 };
  expect(readCursor(toCursor(cursor))).toEqual(cursor);
});

test("an absent cursor is the beginning", () =>
  expect([readCursor(undefined), readCursor(null), readCursor("")]).toEqual([undefined, undefined, undefined]));

test.each(["x", "eyJhIjoxfQ", Buffer.from('["a"]').toString("base64url")])("400: %s is no position", (text) =>
  expect(() => readCursor(text)).toThrow("not one that this server issued"),
);

test("a signed position opens for what it was signed for", () => {
  const position = toCursor({ time: "a", id: "b", page: 1 });
  expect(openCursor(signCursor(position, ["list", "proj_a", {}]), ["list", "proj_a", {}])).toBe(position);
});

test.each([
  ["another list", ["tools", "proj_a", {}]],
  ["another project", ["list", "proj_b", {}]],
  ["other filters", ["list", "proj_a", { user_ids: ["ada"] }]],
  ["nothing", undefined],
])("400: it does not open for %s", (_what, scope) => {
  const cursor = signCursor(toCursor({ time: "a", id: "b", page: 1 }), ["list", "proj_a", {}]);
  expect(() => openCursor(cursor, scope)).toThrow(
    expect.objectContaining({
      status: 400,
      details: expect.objectContaining({ errors: [expect.stringMatching(/^cursor: /)] }),
    }),
  );
});

test("a page knows whether more follow", () => {
  const rows = [1, 2, 3].map((n) => ({ n }));
  const position = (row: { n: number }) => ({ time: String(row.n), id: `id${row.n}` });
  const first = toPage(rows, 5, 2, undefined, position);
  expect(first).toMatchObject({ items: [{ n: 1 }, { n: 2 }], total_pages: 3, current_page: 1, total_items: 5 });
  expect(readCursor(first.next_cursor)).toEqual({ time: "2", id: "id2", page: 2 });
  expect(toPage(rows.slice(0, 1), 5, 2, { time: "4", id: "id4", page: 3 }, position)).toMatchObject({
    next_cursor: null,
    current_page: 3,
  });
});
