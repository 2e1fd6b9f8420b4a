/** Tests how the compiler mends numbers that are typed as text, moments typed as days, and IDs asked for twice. */
import { describe, expect, it } from "vitest";
import { body, only, SOURCE, withOperation } from "@/test/builders/compile-toolkit";
import type { SourceOperation, SourceSchema } from "../sources/openapi-document";

const compile = (method: "get" | "post" | "patch", operation: SourceOperation) =>
  only(withOperation(method, operation));
const inputOf = (method: "get" | "post" | "patch", operation: SourceOperation) =>
  compile(method, operation).inputSchema;
const members = (properties: Record<string, SourceSchema>, more: SourceSchema = {}) =>
  body({ type: "object", properties, ...more });

describe("texts that are numbers by their words", () => {
  it("are numbers with these limits in a query, and stay texts in JSON", () => {
    const words = (description: string, more = {}): SourceSchema => ({ type: "string", description, ...more });
    const { properties } = inputOf("get", {
      parameters: [
        { name: "limit", in: "query", schema: words("a number from 1 to 50", { default: "10" }) },
        { name: "since", in: "query", schema: words("a number from -1 to Infinity") },
        { name: "code", in: "query", schema: words("a number from the list") },
      ],
    });
    expect(properties.limit).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 50,
      default: 10,
      description: "From 1 to 50",
    });
    expect(properties.since).toMatchObject({ type: "integer", minimum: -1, description: "-1 or more" });
    expect(properties.code?.type).toBe("string");
    expect(inputOf("post", members({ limit: words("a number from 1 to 50") })).properties.limit?.type).toBe("string");
  });
});

describe("days that are moments by their words", () => {
  it("are moments, and other days stay days", () => {
    const day = (description: string): SourceSchema => ({ type: "string", format: "date", description });
    const { properties } = inputOf(
      "post",
      members({ due_at: day("The date and time it is due"), due_on: day("The day it is due") }),
    );
    expect([properties.due_at?.format, properties.due_on?.format]).toEqual(["date-time", "date"]);
  });
});

describe("a default that a toolkit's file takes away", () => {
  it("is not offered", () => {
    const document = withOperation("get", {
      parameters: [{ name: "kind", in: "query", schema: { type: "string", default: "rare" } }],
    });
    const [path = ""] = Object.keys(document.paths ?? {});
    const tools = `tools: { DEMO_X: { operation: "GET ${path}", parameters: { kind: { default: null } } } }`;
    const tool = only(document, SOURCE.replace(" }]", `, ${tools} }]`));
    expect(tool.inputSchema.properties.kind).not.toHaveProperty("default");
  });
});

describe("IDs of the path that a body has, too", () => {
  it("are not offered twice, and go on to be taken; other names stay", () => {
    const tool = compile("patch", members({ id: { type: "string" }, title: { type: "string" } }));
    expect(Object.keys(tool.inputSchema.properties)).toEqual(["id", "title"]);
    expect(tool.request.body).toMatchObject({
      fields: [{ key: "id_2", name: "id", unlisted: true }, { key: "title" }],
    });
  });

  it("stay where the body requires them", () => {
    const input = inputOf("patch", members({ id: { type: "string" }, title: {} }, { required: ["id"] }));
    expect(input.properties).toHaveProperty("id_2");
  });
});
