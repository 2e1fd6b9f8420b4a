/** Tests that the header with the next page's cursor comes with the answer. */
import { describe, expect, it } from "vitest";
import { only, withOperation } from "@/test/builders/compile-toolkit";

const list = (description: string) =>
  only(
    withOperation("get", {
      parameters: [{ name: "after", in: "query", description, schema: { type: "string" } }],
      responses: { 200: { content: { "application/json": { schema: { type: "array", items: {} } } } } },
    }),
  );

describe("lists whose cursor stands in a header", () => {
  it("answer the header", () => {
    const { request, outputSchema } = list("A cursor, as given in the Link header of the page before.");
    expect(request.answerHeaders).toEqual(["link"]);
    expect(outputSchema.properties.data?.properties?.headers?.properties).toHaveProperty("link");
  });

  it("answer no header that no argument needs", () =>
    expect(list("A cursor, as next_cursor of the page before.").request.answerHeaders).toBeUndefined());
});

describe("a call without a body in its answer", () => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const requestBody = { content: { "application/json": { schema } } };
  const placeOf = (summary: string) =>
    only(withOperation("post", { summary, requestBody, responses: { 204: {} } })).outputSchema.properties.data
      ?.properties?.location;

  it("names the address of what it creates", () => expect(placeOf("Create a thing")).toBeDefined());

  it("names no address if it deletes", () => expect(placeOf("Delete many things for good")).toBeUndefined());
});
