/** Answers of a planted description: recorded, and generated. */
import { expect, it } from "vitest";
import type { OpenApiDocument, SourceOperation } from "@/lib/catalog/compile/sources/openapi-document";
import { SourceCheck } from "../source-check";
import { sampleAnswers } from "./sample-answers";

const document: OpenApiDocument = {
  paths: {},
  components: {
    schemas: {
      Task: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", minimum: 5, maximum: 9 },
          due: { type: "string", format: "date", nullable: true },
          secret: { type: "string", writeOnly: true },
          parent: { $ref: "#/components/schemas/Task" },
          state: { allOf: [{ $ref: "#/components/schemas/State" }] },
        },
      },
      State: { type: "string", enum: ["open", "done"] },
    },
    examples: { task: { value: { id: 7 } } },
  } as OpenApiDocument["components"] & object,
};
const responses = (media: object): SourceOperation => ({
  responses: { "201": { content: { "application/json": media } }, default: { content: { "text/plain": {} } } },
});
const TASK = { $ref: "#/components/schemas/Task" };

it("recorded answers come first: examples by name, by reference and as text", () => {
  const operation = responses({
    schema: TASK,
    examples: { one: { $ref: "#/components/examples/task" } },
    example: '{"id": 8}',
  });
  const samples = sampleAnswers(document, operation, "GET /tasks");
  expect(samples.map(({ origin, place, status }) => `${origin} ${status} ${place}`)).toEqual([
    "recorded 201 201 examples one",
    "recorded 201 201 example",
    "generated 201 201 full",
    "generated 201 201 least",
    "generated 201 201 null",
  ]);
  expect(samples.slice(0, 2).map(({ body }) => body)).toEqual([{ id: 7 }, { id: 8 }]);
});

it("generated answers fit the description: with all members, with the required, with null where it is allowed", () => {
  const check = new SourceCheck(document);
  const [full, least, empty] = sampleAnswers(document, responses({ schema: TASK }), "GET /tasks");
  for (const sample of [full, least, empty]) expect(check.problems("task", TASK, sample?.body, false)).toEqual([]);
  expect(Object.keys(full?.body as object)).toEqual(["id", "due", "parent", "state"]);
  expect(Object.keys(least?.body as object)).toEqual(["id"]);
  expect(empty?.body).toMatchObject({ due: null });
});

it("an operation without a JSON answer has none", () => {
  expect(sampleAnswers(document, { responses: { "204": {} } }, "DELETE /tasks")).toEqual([]);
});
