/** The answers that declarations of typed-openapi contain. */
import { expect, it } from "vitest";
import { readTypedEndpoints } from "./read-typed-endpoints";

const TEXT = `
import { z } from 'zod';
declare namespace Schemas {
  type Flag = { id: number; name?: (string | null) | undefined; tags?: Array<unknown> | undefined };
  type Page = { count: number; results: Array<Flag> };
}
declare namespace Endpoints {
  type list_flags = { method: 'GET'; path: '/api/flags/'; requestFormat: 'json'; responses: { 200: Schemas.Page } };
  type make_flag = { method: 'POST'; path: '/api/flags/'; requestFormat: 'json'; responses: { 201: Schemas.Flag } };
  type other = { method: 'GET'; path: '/api/other/{id}/'; requestFormat: 'json'; responses: { 200: unknown } };
}
type Unrelated = string;
`;

it("each operation has its answers by status, with the schemas that they name", () => {
  const document = readTypedEndpoints(TEXT);
  const answer = (schema: object) => ({ content: { "application/json": { schema } } });
  expect(document.paths?.["/api/flags/"]?.get?.responses).toEqual({
    "200": answer({ $ref: "#/components/schemas/_Page" }),
  });
  expect(document.paths?.["/api/flags/"]?.post?.responses).toEqual({
    "201": answer({ $ref: "#/components/schemas/_Flag" }),
  });
  expect(document.paths?.["/api/other/{id}/"]?.get?.responses).toEqual({ "200": answer({}) });
  const schemas = document.components?.schemas as Record<string, unknown> | undefined;
  expect(schemas?._Flag).toMatchObject({
    required: ["id"],
    properties: { id: { type: "number" }, name: { type: "string", nullable: true }, tags: { type: "array" } },
  });
  expect(schemas?._Page).toMatchObject({
    properties: { results: { type: "array", items: { $ref: "#/components/schemas/_Flag" } } },
  });
});
