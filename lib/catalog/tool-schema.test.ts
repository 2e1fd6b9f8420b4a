import { expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { outputSchema, type ToolSchema } from "./tool-schema";

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
  expect(properties?.message).toEqual(posted.properties?.message);
});
