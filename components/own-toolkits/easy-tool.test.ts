/** "Try a tool" leads to a tool whose first run succeeds, if the toolkit has one. */
import { expect, it } from "vitest";
import { findEasyTool } from "./easy-tool";

const tool = (slug: string, tag: string, required: string[] = []) => ({
  ...{ slug, tags: [tag], input_parameters: { type: "object", required } },
});
const [write, error, read] = [
  tool("CUSTOM_A_CREATE_ZONE", "createHint"),
  tool("CUSTOM_A_ERROR", "readOnlyHint"),
  tool("CUSTOM_A_LIST_ZONES", "readOnlyHint"),
];
const readById = tool("CUSTOM_A_GET_ZONE", "readOnlyHint", ["id"]);

it("chooses a tool that lists or gets without arguments", () => {
  expect(findEasyTool([write, readById, error, read])).toBe(read);
  expect(findEasyTool([write, readById, error])).toBe(error);
});

it("chooses the first tool if none reads without arguments, and none of nothing", () => {
  expect(findEasyTool([write, readById])).toBe(write);
  expect(findEasyTool([])).toBeUndefined();
});
