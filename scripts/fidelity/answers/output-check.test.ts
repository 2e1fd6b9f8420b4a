/** The check of what callers get, on planted answers. */
import { expect, it } from "vitest";
import { outputSchema } from "@/lib/catalog/tool-schema";
import { OutputCheck } from "./output-check";

const check = new OutputCheck(
  outputSchema({
    type: "object",
    properties: {
      id: { type: "integer" },
      tags: { type: "array", items: { type: "object", properties: { name: { type: "string", nullable: true } } } },
    },
  }),
);
const answer = (data: unknown) => ({ data, error: null, successful: true });

it("an answer fits, with null where it is allowed and with members that no schema names", () => {
  expect(check.problems(answer({ id: 1, tags: [{ name: null }], more: true }))).toEqual([]);
});

it("a misfit is named once with its place, whatever the item of the list", () => {
  expect(check.problems(answer({ id: "x", tags: [{ name: 1 }, { name: 2 }] }))).toEqual([
    "/data/id must be integer",
    "/data/tags/*/name must be string",
  ]);
});

it("members are counted at every level, and those without a schema are named", () => {
  expect(check.members(answer({ id: 1, tags: [{ name: "a", color: "b" }] })).unnamed).toEqual(["/data/tags/*/color"]);
  expect(check.members(answer({ id: 1, tags: [{ name: "a" }] }))).toEqual({ all: 6, unnamed: [] });
});
