/** The list of an answer as a table. */
import { expect, it } from "vitest";
import { findTable, toCell } from "./result-rows";

it("finds the largest list of objects near the top, well-known columns first, addresses last", () => {
  const table = findTable({
    total: 2,
    tags: [{ n: 1 }],
    data: {
      issues: [
        { url: "u", body: "b", title: "t", id: 1, user: {} },
        { id: 2, title: "t" },
      ],
    },
  });
  expect(table?.path).toBe("data.issues");
  expect(table?.columns).toEqual(["id", "title", "body", "url"]);
});

it("reads an answer that is a list itself", () => expect(findTable([{ a: 1 }])?.path).toBe(""));
it("finds none in plain values, lists of texts and empty lists", () =>
  expect([{ a: 1 }, { a: ["x"] }, { a: [] }, null].map(findTable)).toEqual([null, null, null, null]));
it("shows nested values as JSON", () => expect([null, "x", { a: 1 }].map(toCell)).toEqual(["", "x", '{"a":1}']));
