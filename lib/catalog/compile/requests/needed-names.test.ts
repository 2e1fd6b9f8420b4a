/** The members that a caller must send, and the members that only the description requires. */
import { describe, expect, it } from "vitest";
import { only, withOperation } from "@/test/builders/compile-toolkit";
import type { SourceSchema } from "../sources/openapi-document";
import { neededNames } from "./needed-names";

const NONE: ReadonlySet<string> = new Set();
const text: SourceSchema = { type: "string" };

const requiredOf = (schema: SourceSchema, yaml?: string): string[] =>
  only(
    withOperation(
      "post",
      { requestBody: { required: true, content: { "application/json": { schema } } } },
      { components: { schemas: { Stamp: { type: "string", readOnly: true } } } },
    ),
    yaml,
  ).inputSchema.required ?? [];

describe("the required members of a request", () => {
  it("does not ask for the type of a Microsoft object", () => {
    const properties = { "@odata.type": text, title: text };
    expect(requiredOf({ properties, required: ["@odata.type", "title"] })).toEqual(["id", "title"]);
  });

  it("trusts no list that requires the time of creation and that of the last change: it tells of the answer", () => {
    for (const [created, changed] of [
      ["created", "updated"],
      ["createdAt", "updatedAt"],
      ["date_created", "last_modified"],
    ] as const)
      expect(neededNames({ required: ["name", created, changed] }, NONE)).toEqual([]);
    expect(neededNames({ required: ["event_name", "created_at"] }, NONE)).toEqual(["event_name", "created_at"]);
  });

  it("does not ask for what only the server gives, though it be said beside a reference", () => {
    const properties = { stamp: { $ref: "#/components/schemas/Stamp" }, made: { ...text, readOnly: true }, name: text };
    expect(requiredOf({ properties, required: ["stamp", "made", "name"] })).toEqual(["id", "name"]);
    const beside = { made: { $ref: "#/components/schemas/Other", readOnly: true }, name: text };
    expect(requiredOf({ properties: beside, required: ["made", "name"] })).toEqual(["id", "name"]);
  });

  it("lets members be left out that the toolkit file names, at every depth", () => {
    const inner: SourceSchema = { type: "object", properties: { type: text, raw: text }, required: ["type", "raw"] };
    const tool = only(
      withOperation("post", {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { properties: { type: text, inner }, required: ["type"] } } },
        },
      }),
      "sources: [{ package: demo, file: demo.json, optional: [type] }]",
    );
    expect([tool.inputSchema.required, tool.inputSchema.properties.inner?.required]).toEqual([["id"], ["raw"]]);
  });

  it("fills in what has one possible value", () => {
    const properties = { kind: { type: "string", enum: ["card"] }, other: { type: "string", enum: ["a"] } };
    const { inputSchema } = only(
      withOperation("post", {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { properties, required: ["kind"] } } },
        },
      }),
    );
    expect([inputSchema.properties.kind?.default, inputSchema.properties.other?.default]).toEqual(["card", undefined]);
  });
});
