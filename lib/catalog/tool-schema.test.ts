import { expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { outputSchema, unionObjects, type ToolSchema } from "./tool-schema";

const text: ToolSchema = { type: "string" };
const posted: ToolSchema = {
  type: "object",
  properties: {
    ok: { type: "boolean", enum: [true], description: "Whether it went well" },
    success: { const: true },
    ts: text,
    message: { type: "object", properties: { text }, required: ["text"] },
  },
  required: ["ok", "ts", "message"],
};

it("the answer of a failure fits the schema of its tool, that of a success no less", () => {
  const problems = schemaCheck(outputSchema(posted));
  const failure = { data: { ok: false, success: false, error: "channel_not_found" }, error: "x", successful: false };
  const success = { data: { ok: true, ts: "1", message: { text: "hi" } }, error: null, successful: true };
  expect([problems(failure), problems(success)]).toEqual([[], []]);
  expect(problems({ data: { message: {} }, successful: true })).not.toEqual([]);
  const either = outputSchema({ anyOf: [posted, { type: "object", properties: { id: text }, required: ["id"] }] });
  expect(schemaCheck(either)(failure)).toEqual([]);
});

it("says of a mark of success what it is", () => {
  const { properties } = outputSchema(posted).properties.data ?? {};
  expect(properties).toMatchObject({ ok: { type: "boolean", description: "Whether it went well" } });
  expect(properties?.ok).not.toHaveProperty("enum");
  expect(properties?.message?.anyOf?.[0]).toEqual(posted.properties?.message);
});

it("lets a failure have members of this server under the names of the provider's own", () => {
  const { data } = outputSchema({
    type: "object",
    properties: {
      message: { type: "object", properties: {} },
      status_code: { type: "integer" },
      phase: { enum: ["a"] },
    },
  }).properties;
  expect(data?.properties?.message?.anyOf).toHaveLength(2);
  expect(data?.properties?.status_code).toEqual({ type: "integer" });
  expect(data?.properties?.phase?.anyOf?.at(-1)).toMatchObject({ type: "string" });
});

it("leaves room beside the values of a map", () => {
  const check = schemaCheck(outputSchema({ type: "object", additionalProperties: { type: "integer" } }));
  expect(check({ data: { a: 1, auto_paginate: { pages: 2 } }, successful: true })).toEqual([]);
  expect(check({ data: { message: "No.", status_code: 400 }, error: "No.", successful: false })).toEqual([]);
  expect(check({ data: { a: "x" }, successful: true })).not.toEqual([]);
});

it("puts each alternative that is no object under response_data", () => {
  const list: ToolSchema = { type: "array", items: text };
  const check = schemaCheck(outputSchema({ anyOf: [{ type: "object", properties: { id: text } }, list] }));
  expect(check({ data: { id: "a" }, successful: true })).toEqual([]);
  expect(check({ data: { response_data: ["a"] }, successful: true })).toEqual([]);
  expect(check({ data: { response_data: [1], id: 2 }, successful: true })).not.toEqual([]);
  const lists = outputSchema({ anyOf: [list, { type: "array", items: { type: "integer" } }] });
  expect(schemaCheck(lists)({ data: { response_data: [1] }, successful: true })).toEqual([]);
});

it("joins the choices of a member, and leaves open what differs otherwise", () => {
  const kind = (schema: ToolSchema): ToolSchema => ({ type: "object", properties: { kind: schema } });
  const unionOf = (...schemas: ToolSchema[]) => unionObjects(schemas.map(kind)).properties?.kind;
  expect(unionOf({ type: "string", const: "a" }, { type: "string", enum: ["b"] })).toEqual({
    type: "string",
    enum: ["a", "b"],
  });
  expect(unionOf({ type: "string", enum: ["a"] }, text)).toEqual(text);
  expect(unionOf(text, { type: "object", properties: {} })).toEqual({});
});

it("demands of a member only what all alternatives demand", () => {
  const kind = (schema: ToolSchema): ToolSchema => ({ type: "object", properties: { kind: schema } });
  const unionOf = (...schemas: ToolSchema[]) => unionObjects(schemas.map(kind)).properties?.kind;
  expect(
    unionOf({ ...text, format: "ipv4", maxLength: 9, description: "An address" }, { ...text, maxLength: 9 }),
  ).toEqual({ ...text, maxLength: 9, description: "An address" });
  expect(unionOf(text, { ...text, nullable: true })).toEqual({ ...text, nullable: true });
  expect(unionOf({ enum: ["a"] }, { type: "string", enum: ["b"] })).toEqual({ type: "string", enum: ["a", "b"] });
  const a: ToolSchema = { type: "object", properties: { id: text, a: text }, required: ["id", "a"] };
  const b: ToolSchema = { type: "object", properties: { id: text, b: text }, required: ["id"] };
  expect(unionOf(a, b)).toEqual({ type: "object", properties: { id: text, a: text, b: text }, required: ["id"] });
  expect(unionOf({ anyOf: [a, text] }, b)).toEqual({ anyOf: [a, text, b] });
  expect(unionOf({ anyOf: [a, text] }, { description: "Anything" })).toEqual({});
  const labels = { type: "object", properties: { name: text } } as const;
  expect(unionOf({ type: "array", items: text }, { type: "array", items: labels })).toEqual({
    type: "array",
    items: { anyOf: [text, labels] },
  });
  expect(unionOf({ type: "array", items: { ...text, pattern: "^a" } }, { type: "array", items: text })).toEqual({
    type: "array",
    items: text,
  });
});
