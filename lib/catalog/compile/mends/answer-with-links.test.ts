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
