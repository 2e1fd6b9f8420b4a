import { expect, it } from "vitest";
import { addChoices } from "./add-choices";

const document = () => ({
  openapi: "3.0.0",
  paths: {},
  components: {
    schemas: {
      Field: { type: "object", properties: { kind: { type: "string", enum: ["text", "date"] } } },
      Page: { type: "object", properties: { kind: { type: "string", enum: ["a", "b"] } } },
    },
  },
});

it("lengthens the lists of a name that have a value, and no others", () => {
  const { components } = addChoices(document(), { "kind: date": ["phone", "text"] });
  expect(components?.schemas).toMatchObject({
    Field: { properties: { kind: { enum: ["text", "date", "phone"] } } },
    Page: { properties: { kind: { enum: ["a", "b"] } } },
  });
});

it("lengthens the list of a parameter, which has its name beside it", () => {
  const order = { in: "query", name: "sort_by", schema: { type: "string", enum: ["likes"] } };
  const paths = { "/tasks": { get: { parameters: [order], responses: {} } } };
  expect(addChoices({ openapi: "3.0.0", paths }, { "sort_by: likes": ["relevance"] })).toMatchObject({
    paths: { "/tasks": { get: { parameters: [{ schema: { enum: ["likes", "relevance"] } }] } } },
  });
});

it("refuses an entry that fits no list any more", () => {
  expect(() => addChoices(document(), { "kind: time": ["phone"] })).toThrow('no list of kind has "time"');
});

it("replaces numbers in a list of texts, and keeps those of a list of numbers", () => {
  const schemas = {
    Video: {
      properties: { ratio: { type: "string", enum: [969, 61], example: 969 }, fps: { type: "integer", enum: [12] } },
    },
  };
  const ratios = addChoices({ ...document(), components: { schemas } }, { "ratio: 969": ["16:9"], "fps: 12": ["24"] });
  expect(ratios.components?.schemas).toEqual({
    Video: { properties: { ratio: { type: "string", enum: ["16:9"] }, fps: { type: "integer", enum: [12, "24"] } } },
  });
});
