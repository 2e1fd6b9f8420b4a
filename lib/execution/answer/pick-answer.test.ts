import { expect, it } from "vitest";
import { pickAnswer } from "./pick-answer";

const pick = (data: Record<string, unknown>, path: string, successful = true) => {
  const warnings: string[] = [];
  const outcome = pickAnswer({ data, error: null, successful }, path, (text) => warnings.push(text));
  return { data: outcome.data, warnings };
};

it("returns the value at the path, as an answer of its own", () => {
  const data = { data: { items: [{ id: 1 }, { id: 2 }], secret: "s" } };
  expect(pick(data, "data.items.1")).toEqual({ data: { id: 2 }, warnings: [] });
  expect(pick(data, "data.items")).toEqual({ data: { response_data: [{ id: 1 }, { id: 2 }] }, warnings: [] });
  expect(pick({ response_data: [{ id: 1 }] }, "0.id")).toEqual({ data: { response_data: 1 }, warnings: [] });
  expect(pick({ a: { b: null } }, "a.b")).toEqual({ data: { response_data: null }, warnings: [] });
});

it("returns nothing of the rest if there is nothing at the path", () => {
  expect(pick({ secret: "s" }, "data.items")).toEqual({
    data: { response_data: null },
    warnings: ["The answer has nothing at data.items, so nothing of it is returned."],
  });
  expect(pick({ a: [] }, "a.length").data).toEqual({ response_data: null });
  expect(pick({ a: {} }, "a.constructor").data).toEqual({ response_data: null });
});

it("keeps the report about pages, and the whole answer of a failure", () => {
  const pages = { pages: 2, items: 3 };
  expect(pick({ list: [1, 2, 3], auto_paginate: pages }, "list").data).toEqual({
    response_data: [1, 2, 3],
    auto_paginate: pages,
  });
  expect(pick({ message: "no" }, "list", false)).toEqual({ data: { message: "no" }, warnings: [] });
});
