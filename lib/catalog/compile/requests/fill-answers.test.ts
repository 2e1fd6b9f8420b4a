/** Written tools whose answers get their form from a description of the same operations. */
import { expect, it } from "vitest";
import type { OpenApiDocument, SourceSchema } from "../sources/openapi-document";
import { compile } from "@/test/builders/compile-toolkit";
import { isOpenOutput } from "./fill-answers";

const json = (schema: SourceSchema) => ({ "200": { content: { "application/json": { schema } } } });
const TASK = { type: "object", properties: { id: { type: "string" } }, additionalProperties: false };
const document: OpenApiDocument = {
  servers: [{ url: "https://api.example.com/v2" }],
  paths: {
    "/tasks/{task_id}": {
      get: { operationId: "task", responses: json(TASK) },
      delete: { operationId: "remove", responses: { "204": {} } },
    },
    "/tasks": { get: { operationId: "tasks", responses: json({ type: "array", items: TASK }) } },
    "/tasks/{id}/cards/{filter}": { get: { operationId: "cards", responses: json({ type: "array", items: TASK }) } },
    "/old/{id}": { get: { operationId: "old", responses: json(TASK) } },
    "/blobs/{id}": { get: { operationId: "blob", responses: json({ type: "object" }) } },
  },
};
const tool = (slug: string, method: string, path: string, more = "") =>
  `  DEMO_${slug}: { name: ${slug}, description: Does it., method: ${method}, path: "${path}", ` +
  `parameters: { id: { in: path, type: string } }${more} }`;
const yaml = [
  "sources: [{ package: demo, file: demo.json, answersOnly: true, exclude: ['^GET /old/'] }]",
  "tools:",
  tool("GET_TASK", "GET", "/v2/tasks/{id}"),
  tool("DELETE_TASK", "DELETE", "/tasks/{id}"),
  tool("GET_WRITTEN", "GET", "/tasks/{id}/", ", output: { type: object, properties: { own: { type: string } } }"),
  tool("GET_OLD", "GET", "/old/{id}"),
  tool("GET_BLOB", "GET", "/blobs/{id}"),
  tool("GET_OTHER", "GET", "/others/{id}"),
  tool("GET_CARD", "GET", "/tasks/{task}/cards/{id}", "").replace("id: {", "task: { in: path, type: string }, id: {"),
].join("\n");
const compiled = new Map(compile(document, yaml).tools.map((item) => [item.slug.replace("DEMO_", ""), item]));
const dataOf = (slug: string) => compiled.get(slug)?.outputSchema.properties.data;

it("an open answer has the form that the description gives, and stays open for further members", () => {
  expect(dataOf("GET_TASK")?.properties).toEqual({ id: { type: "string" } });
  expect(dataOf("GET_TASK")?.additionalProperties).toBeUndefined();
});

it("an answer without a body is empty", () => {
  expect(dataOf("DELETE_TASK")).toMatchObject({
    properties: {},
    description: expect.stringContaining("Empty") as string,
  });
});

it("a written form stays, and an answer that nothing describes stays open", () => {
  expect(dataOf("GET_WRITTEN")?.properties).toEqual({ own: { type: "string" } });
  const open = ["GET_BLOB", "GET_OTHER"].map((slug) => isOpenOutput(compiled.get(slug) as never));
  expect(open).toEqual([true, true]);
});

it("one thing by its ID has not the form of a list by a choice", () => {
  expect(isOpenOutput(compiled.get("GET_CARD") as never)).toBe(true);
});

it("an answer that the description has wrongly stays open", () => {
  expect(isOpenOutput(compiled.get("GET_OLD") as never)).toBe(true);
});

it("the description gives no tools of its own", () => {
  expect(compiled.size).toBe(7);
});
