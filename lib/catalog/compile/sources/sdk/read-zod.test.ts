/** Answers of a client that checks them with Zod. */
import { describe, expect, it } from "vitest";
import { readZod } from "./read-zod";

const MODEL = `
export const CardSchema = apiObject({
    id: z.string(),
    due: z.coerce.date().nullish(),
    color: openEnum(['red', 'blue']).optional(),
    labels: z.array(LabelSchema).optional(),
    parts: z.array(z.union([z.lazy(() => CardSchema), z.string()])),
    more: z.record(z.string(), z.any()).optional(),
});`;
const API = `
export async function getCard(client, parameters) {
    const config = { url: \`/cards/\${parameters.id}\`, method: 'GET', searchParams: { fields: parameters.fields }, schema: CardSchema };
    return await client.sendRequest(config);
}
export async function getCards(client, parameters) {
    const config = { url: \`/boards/\${parameters.id}/cards\`, method: 'GET', schema: z.array(CardSchema) };
    return await client.sendRequest(config);
}`;

describe("a client that checks answers with Zod", () => {
  const document = readZod({ "models/card.js": MODEL, "api/cards.js": API, "api/cards.d.ts": "" });

  it("says which operation answers in which form", () => {
    const answer = (path: string) => document.paths?.[path]?.get?.responses?.["200"]?.content?.["application/json"];
    expect(answer("/cards/{id}")?.schema).toEqual({ $ref: "#/components/schemas/CardSchema" });
    expect(answer("/boards/{id}/cards")?.schema).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/CardSchema" },
    });
  });

  it("says what stands in an answer", () => {
    expect(document.components?.schemas).toEqual({
      CardSchema: {
        type: "object",
        properties: {
          id: { type: "string" },
          due: { type: "string", format: "date-time", nullable: true },
          color: { type: "string", enum: ["red", "blue"] },
          labels: { type: "array", items: { $ref: "#/components/schemas/LabelSchema" } },
          parts: { type: "array", items: { anyOf: [{ $ref: "#/components/schemas/CardSchema" }, { type: "string" }] } },
          more: { type: "object", additionalProperties: {} },
        },
      },
    });
  });
});
