/** Several names that lead into the items of one list. */
import { describe, expect, it } from "vitest";
import { underOwnNames } from "./argument-names";

const tool = {
  inputSchema: { type: "object", properties: { tags: { type: "array" } } },
  run: {
    handler: "make",
    aliases: { name: "tags[].name", color: "tags[].color", owner: "tags[].owner.id" },
  },
};

function read(input: Record<string, unknown>) {
  const warnings: string[] = [];
  return { args: underOwnNames(tool, input, (text) => warnings.push(text)), warnings };
}

describe("names that lead into the items of one list", () => {
  it.each([
    [{ name: "a", color: "red", owner: 5 }, [{ name: "a", color: "red", owner: { id: 5 } }]],
    [
      { name: ["a", "b"], color: ["red", "blue"] },
      [
        { name: "a", color: "red" },
        { name: "b", color: "blue" },
      ],
    ],
  ])("%j refer to the same items", (input, tags) => {
    expect(read(input)).toEqual({ args: { tags }, warnings: [] });
  });

  it.each([
    [{ name: ["a", "b"], color: "red" }, [{ name: "a" }, { name: "b" }]],
    [{ tags: [{ name: "a" }], color: "red" }, [{ name: "a" }]],
    [{ name: { name: "a", color: "blue" }, color: "red" }, [{ name: "a", color: "blue" }]],
  ])("%j include values that fit no item, which are ignored with a warning", (input, tags) => {
    const { args, warnings } = read(input);
    expect([args, warnings.length]).toEqual([{ tags }, 1]);
  });

  it("leave the caller's own values unchanged", () => {
    const item = { name: "a" };
    const input = { name: [item], color: "red" };
    read(input);
    expect(input).toEqual({ name: [{ name: "a" }], color: "red" });
    expect(item).toEqual({ name: "a" });
  });
});
