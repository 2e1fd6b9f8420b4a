/** Examples have the type of their argument, because a model copies them. */
import { expect, it } from "vitest";
import { withFittingExamples } from "./fitting-examples";

it.each([
  ["open", { type: "boolean" }, ["true"], [true]],
  ["open", { type: "boolean" }, ["yes", false], [false]],
  ["size", { type: "integer" }, ["12", "1.5"], [12]],
  ["share", { type: "number" }, ["1.5"], [1.5]],
  ["code", { type: "string" }, [13004], ["13004"]],
  ["tags", { type: "array", items: {} }, ["a,b", ["a", "b"]], [["a", "b"]]],
  ["color", { type: "string", nullable: true }, [null, "red"], [null, "red"]],
  ["size", { type: ["integer", "string"] }, ["12"], ["12"]],
  [
    "redemption_url",
    { type: "string" },
    ["A url that sells", "https://shop.example/sale"],
    ["https://shop.example/sale"],
  ],
] as const)("%s %o: %o", (name, schema, examples, fitting) =>
  expect(withFittingExamples(name, { ...schema, examples: [...examples] } as never)).toEqual({
    ...schema,
    examples: fitting,
  }),
);

it("has none where none fits", () =>
  expect(withFittingExamples("size", { type: "integer", examples: ["large"] })).toEqual({ type: "integer" }));
