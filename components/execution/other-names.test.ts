/** Other names of arguments in the playground. */
import { describe, expect, it } from "vitest";
import { toEditorSchema } from "@/components/schema-form/editor-schema";
import { hasOtherNames, toFieldNames } from "./other-names";

const NAMES = [
  { name: "to", to: "recipient" },
  { name: "mail", to: "recipient" },
  { name: "subject", to: "message.subject" },
  { name: "cc", to: "copies[].address" },
  { name: "pretty", to: null },
];

describe("other names of arguments", () => {
  it("stand at the argument that they lead to, with the way where that is inside of it", () => {
    expect([...toFieldNames(NAMES)]).toEqual([
      ["recipient", ["to", "mail"]],
      ["message", ["subject (message.subject)"]],
      ["copies", ["cc (copies[].address)"]],
    ]);
  });

  it("are no mistake in the JSON editor, which then asks for no name", () => {
    const schema = { type: "object", properties: { recipient: { type: "string" } }, required: ["recipient"] };
    const editorSchema = toEditorSchema(schema, NAMES.slice(0, 1));
    expect(editorSchema).toMatchObject({
      additionalProperties: false,
      required: [],
      properties: { to: { description: "Another name of recipient." }, recipient: { type: "string" } },
    });
    expect(toEditorSchema(schema).required).toEqual(["recipient"]);
  });

  it("are looked for where something was sent that the schema does not show", () => {
    const schema = { properties: { recipient: {} } };
    expect([hasOtherNames(schema, { recipient: 1 }), hasOtherNames(schema, { to: 1 }), hasOtherNames({}, {})]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
