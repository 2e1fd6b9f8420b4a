/** The published schemas of answers allow the texts that replace long numbers. */
import { expect, it } from "vitest";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { outputSchema } from "../tool-schema";
import { withLongNumbers } from "./with-long-numbers";

const LONG = "1234567890123456789";
const schema = outputSchema({
  type: "object",
  properties: {
    id: { type: "integer", format: "int64", minimum: 1, nullable: true },
    parent_id: { type: "number" },
    ids: { type: "array", items: { type: "number" } },
    users: { type: "array", items: { type: "object", properties: { userId: { type: ["integer"] } } } },
    counts: { type: "object", additionalProperties: { type: "integer" } },
    either: { anyOf: [{ type: "integer" }, { type: "boolean" }] },
  },
  required: ["id"],
});

it("an answer with numbers of 64 bits fits the published schema in every place", () => {
  const text = `{"id":${LONG},"parent_id":${LONG},"ids":[1,${LONG}],"users":[{"userId":${LONG}}],"counts":{"a":${LONG}},"either":${LONG}}`;
  const read = readJson(text, ANSWER_BOUNDS);
  const data = read.kind === "value" && read.value;
  const answer = { data, error: null, successful: true };
  expect(schemaCheck(schema)(answer)).not.toEqual([]);
  expect(schemaCheck(withLongNumbers(schema))(answer)).toEqual([]);
  expect(schemaCheck(withLongNumbers(schema))({ ...answer, data: { id: null } })).toEqual([]);
  expect(schemaCheck(withLongNumbers(schema))({ ...answer, data: { id: 0 } })).not.toEqual([]);
});

it("places whose numbers are short, or may be a text already, stay as they are", () => {
  const short = {
    type: "object",
    properties: {
      size: { type: "integer", maximum: 100 },
      small: { type: "integer", format: "int32" },
      level: { type: "integer", enum: [1, 2] },
      price: { type: "number" },
      either: { anyOf: [{ type: "integer" }, { type: "string" }] },
      file: { type: "object", file_downloadable: true, properties: { size: { type: "integer" } } },
      type: { type: "string", default: { type: "integer" } },
    },
  };
  expect(withLongNumbers(short)).toEqual(short);
});
