/** Tests the order of a form's fields and which fields are visible at first. */
import { expect, it } from "vitest";
import { inOrderOfUse } from "./order-of-use";
import { toProperties } from "./schema";

/** "name*" is required. */
function look(words: string, more: Record<string, object> = {}): string {
  const names = words.split(" ");
  const schema = {
    properties: Object.fromEntries(
      names.map((name) => [name.replace("*", ""), more[name.replace("*", "")] ?? { type: "string" }]),
    ),
    required: names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1)),
  };
  const { properties, inSight } = inOrderOfUse(toProperties(schema, schema));
  return properties.flatMap(({ name }) => (inSight.has(name) ? [name] : [])).join(" ");
}

it("puts recipient, subject and text of a mail first, and copies and options later", () =>
  expect(look("recipient_email extra_recipients cc bcc subject body is_html attachment user_id")).toBe(
    "recipient_email subject body",
  ));

it("puts names and texts before times, even if only the time is required", () =>
  expect(look("calendar_id summary description location start_datetime* timezone attendees")).toBe(
    "summary description start_datetime",
  ));

it("puts the names of the place first, in their author's order, and the text after the title", () =>
  expect(look("owner* repo* body assignee labels title* milestone")).toBe("owner repo title body"));

it("shows a few common fields beside the required ones, however many exist", () =>
  expect(look("id* name title subject text body message content").split(" ")).toHaveLength(5));

it("shows the first fields if none is required and the names give no hint", () =>
  expect(look("min_points page size sort order filter")).toBe("min_points page size sort order"));

it("treats neither a switch nor the format of a text as a text", () =>
  expect(look("id* include_body has_text commit_message raw_html", { raw_html: { type: "boolean" } })).toBe("id"));

it("reads the words of a name in camel case", () =>
  expect(look("pageId* startTime* messageText emailAddress")).toBe("pageId emailAddress messageText startTime"));
