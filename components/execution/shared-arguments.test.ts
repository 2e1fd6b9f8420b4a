/** Arguments in a link. */
import { expect, it } from "vitest";
import { readShared, toShared } from "./shared-arguments";

const schema = {
  properties: {
    title: { type: "string" },
    pin: { type: "string", format: "password" },
    either: { anyOf: [{ type: "string" }, { properties: { pin: { type: "string", format: "password" } } }] },
    people: { type: "array", items: { properties: { code: { type: "string", writeOnly: true } } } },
  },
};
const share = (values: Record<string, unknown>) => toShared({ schema, values });

it("brings the arguments back as they were", () => {
  const values = { title: "a & b # ü", people: [{ name: "Ada" }] };
  expect(readShared(share(values), "A_B")).toEqual(values);
});

it("never holds what is secret by its name or its schema, at any depth", () =>
  expect(
    readShared(
      share({ title: "t", pin: "1", either: { pin: "2" }, api_key: "k", people: [{ name: "Ada", code: "2" }] }),
      "A_B",
    ),
  ).toEqual({ title: "t", either: {}, people: [{ name: "Ada" }] }));

it("holds nothing where there is nothing, or too much", () => {
  expect(share({})).toBe("");
  expect(share({ title: "x".repeat(9_000) })).toBe("");
});

it("leaves the name of the tool to the address before it", () => expect(share({ title: "t" })).not.toContain("A_B"));

it("takes nothing of another tool, where an older link names one, and nothing that was cut off", () => {
  const older = `#tool=A_B&${share({ title: "t" }).slice(1)}`;
  expect(readShared(older, "OTHER")).toBeNull();
  expect(readShared(older, "A_B")).toEqual({ title: "t" });
  expect(readShared(share({ title: "t" }).slice(0, -2), "A_B")).toBeNull();
  expect(readShared("", "A_B")).toBeNull();
});
