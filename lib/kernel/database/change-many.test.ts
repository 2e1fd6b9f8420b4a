/** A piece of an action on many rows. */
import { expect, it } from "vitest";
import { ApiError } from "../errors";
import { ON } from "@/test/builders/origin";
import { changeMany } from "./change-many";

const rows = Array.from({ length: 10 }, (_, index) => ({ id: `row_${index}` }));
const page = { items: rows, next_cursor: null, total_pages: 1, current_page: 1, total_items: 10 };
const run = (change: (row: { id: string }) => Promise<unknown>, signal = new AbortController().signal) =>
  changeMany({
    after: undefined,
    scope: "test",
    list: async () => page,
    nameOf: ({ id }) => `the ${id}`,
    change,
    signal,
    on: ON,
  });

it("a refusal ends only its own row and is returned in words; another failure is no answer of ours", async () => {
  const { done, failed } = await run(async ({ id }) => {
    if (id === "row_3") throw new ApiError("Conflict", "It was decided before.");
    if (id === "row_4") throw new Error("password=secret");
  });
  expect(done).toBe(8);
  expect(failed).toEqual([
    { id: "row_3", name: "the row_3", message: "It was decided before." },
    { id: "row_4", name: "the row_4", message: "The server could not do this. Try again." },
  ]);
});

it("begins no further row after the caller hung up", async () => {
  const caller = new AbortController();
  const ids: string[] = [];
  const { done } = await run(async ({ id }) => {
    ids.push(id);
    caller.abort();
  }, caller.signal);
  expect(done).toBe(ids.length);
  expect(ids.length).toBeLessThan(rows.length);
});
