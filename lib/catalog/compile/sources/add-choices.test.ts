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

it("refuses an entry that fits no list any more", () => {
  expect(() => addChoices(document(), { "kind: time": ["phone"] })).toThrow('no list of kind has "time"');
});
