/**
 * Forms with objects and files: objects stand in the form that their field names, and an upload of ours only where
 * files go.
 */
import { describe, expect, it } from "vitest";
import type { RequestBody, ToolRequest } from "@/lib/catalog/tool-request";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { coerce } from "./coerce";
import { openFiles } from "./file-arguments";
import { encodeBody } from "./request-body";

const UPLOAD = { name: "a.pdf", mimetype: "application/pdf", s3key: "files/1" };
const form = (contentType: string): RequestBody => ({
  mode: "flat",
  contentType,
  fields: [
    { key: "link", name: "link", as: "deepObject" },
    { key: "document", name: "document" },
  ],
});
const request = (body: RequestBody): ToolRequest => ({
  method: "POST",
  baseUrl: "https://api.example.com",
  path: "/send",
  parameters: [],
  body,
});

it("writes a nested object as one part for each value of a multipart form, its characters as they are", () => {
  const encodedBody = encodeBody(form("multipart/form-data"), { link: { create: true, tags: ["ä b"] } }, new Map());
  const text = Buffer.from(encodedBody?.body as Uint8Array).toString();
  expect(text).toContain('name="link[create]"\r\n\r\ntrue\r\n');
  expect(text).toContain('name="link[tags][0]"\r\n\r\nä b\r\n');
});

describe("an upload in an argument that takes no file", () => {
  it.each(["multipart/form-data", "application/x-www-form-urlencoded", "application/json"])(
    "is refused with 422 in %s, before anything is sent",
    async (contentType) => {
      for (const document of [UPLOAD, [UPLOAD]])
        await expect(openFiles("proj_1", request(form(contentType)), { document })).rejects.toMatchObject({
          kind: "Unprocessable",
          message: "document: takes no file.",
        });
    },
  );

  it("is not found in any other object", async () => {
    for (const document of [{ s3key: 1 }, { s3key: "a" }, { name: "a", mimetype: "b" }, [], null])
      expect((await openFiles("proj_1", request(form("multipart/form-data")), { document })).size).toBe(0);
  });
});

it("accepts null beside choices that are only texts, and any value where all types are named", () => {
  const check = schemaCheck({
    type: "object",
    properties: {
      choice: { type: "string", nullable: true, enum: ["a"] },
      any: { anyOf: ["string", "number", "boolean", "object"].map((type) => ({ type })) },
    },
  });
  for (const any of ["a", 1.5, false, null, {}, [[1]]]) expect(check({ choice: null, any })).toEqual([]);
  expect(check({ choice: "b" })).toHaveLength(1);
});

it("corrects the case of a choice beside an alternative of an empty text, which stays unchanged", () => {
  const schema = {
    anyOf: [
      { type: "string", enum: ["open"] },
      { type: "string", maxLength: 0 },
    ],
  };
  expect(coerce("OPEN", schema)).toBe("open");
  expect(coerce("", schema)).toBe("");
});
