/** Partial changes offer no defaults, because a client that fills them in would reset what the caller left out. */
import { describe, expect, it } from "vitest";
import { only, withOperation } from "@/test/builders/compile-toolkit";

const schema = {
  type: "object",
  required: ["owner"],
  properties: {
    owner: { type: "string", default: "me" },
    private: { type: "boolean", default: false },
    "@odata.type": { type: "string", default: "#demo.thing" },
    settings: { type: "object", properties: { color: { type: "string", default: "red" } } },
    rules: { type: "array", items: { type: "object", properties: { on: { type: "boolean", default: true } } } },
  },
};
const requestBody = { content: { "application/json": { schema } } };
const argumentsOf = (method: "patch" | "put") =>
  only(withOperation(method, { summary: "Change a thing", requestBody })).inputSchema.properties;

describe("the body of a partial change", () => {
  it("has no defaults of optional members, at any depth", () => {
    const { private: isPrivate, settings, rules } = argumentsOf("patch");
    expect(isPrivate).not.toHaveProperty("default");
    expect(settings?.properties?.color).not.toHaveProperty("default");
    expect(rules?.items?.properties?.on).not.toHaveProperty("default");
  });

  it("keeps the default of a required member and the name of a type", () => {
    const { owner, "odata.type": type } = argumentsOf("patch");
    expect([owner?.default, type?.default]).toEqual(["me", "#demo.thing"]);
  });
});

it("leaves the body of a replacement as it is", () => {
  const { private: isPrivate, settings } = argumentsOf("put");
  expect([isPrivate?.default, settings?.properties?.color?.default]).toEqual([false, "red"]);
});
