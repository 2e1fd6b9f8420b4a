/** Bodies whose members stand in one object on the wire, and are arguments of their own for callers. */
import { describe, expect, it } from "vitest";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { prepareArguments } from "./arguments";
import { toRequest } from "./http-tool";

const request: ToolRequest = {
  method: "PUT",
  baseUrl: "https://a",
  path: "/tickets/{ticket_id}",
  parameters: [{ key: "ticket_id", name: "ticket_id", in: "path" }],
  aliases: {
    title: "subject",
    reply: "comment.body",
    data: "ticket",
    team: { to: "group_id", with: { notify: true } },
  },
  body: {
    mode: "flat",
    contentType: "application/json",
    required: true,
    wrap: "ticket",
    fields: [
      { key: "subject", name: "subject" },
      { key: "group_id", name: "groupId" },
      { key: "comment", name: "comment" },
      { key: "html", name: "comment.html", as: "inside" },
      { key: "notify", name: "notify" },
      { key: "color", name: "color", unlisted: true },
    ],
  },
};
const tool = {
  slug: "T",
  inputSchema: {
    type: "object",
    properties: {
      ticket_id: { type: "string" },
      subject: { type: "string", nullable: true },
      group_id: { type: "integer" },
      comment: { type: "object", properties: { body: { type: "string" } } },
      html: { type: "string" },
      notify: { type: "boolean" },
    },
    required: ["ticket_id", "subject"],
  },
  run: { request },
};

function prepareBody(input: Record<string, unknown>) {
  const warnings: string[] = [];
  const args = prepareArguments(tool, { ticket_id: "1", ...input }, (text) => warnings.push(text));
  const { body } = toRequest(request, args);
  return { body: JSON.parse(String(body)) as unknown, warnings };
}

describe("a body that the provider wraps in an object", () => {
  it.each([
    ["single arguments", { subject: "a", group_id: 2 }, { subject: "a", groupId: 2 }],
    ["the object itself", { ticket: { subject: "a", groupId: "2" } }, { subject: "a", groupId: 2 }],
    ["the object as JSON text", { ticket: '{"subject":"a"}' }, { subject: "a" }],
    ["members that the tool does not show", { ticket: { subject: "a", x: { y: 1 } } }, { x: { y: 1 }, subject: "a" }],
    ["null, which clears a field", { ticket: { subject: null } }, { subject: null }],
    ["names with doubled underscores", { ticket__subject: "a", ticket__group__id: 2 }, { subject: "a", groupId: 2 }],
    ["another name of the object", { data: { subject: "a" } }, { subject: "a" }],
    [
      "other names of arguments",
      { title: "a", reply: "b", html: "c" },
      { subject: "a", comment: { body: "b", html: "c" } },
    ],
    [
      "both forms",
      { subject: "a", reply: "b", ticket: { groupId: 2, comment: { public: true } } },
      { subject: "a", groupId: 2, comment: { public: true, body: "b" } },
    ],
    ["what another name sets besides", { title: "a", team: 2 }, { subject: "a", groupId: 2, notify: true }],
    ["what the schema does not show", { subject: "a", color: "red" }, { subject: "a", color: "red" }],
  ])("accepts %s", (_, input, ticket) => {
    expect(prepareBody(input)).toEqual({ body: { ticket }, warnings: [] });
  });

  it("keeps a single argument, and warns of the same member in the object", () => {
    expect(prepareBody({ subject: "a", ticket: { subject: "b" } })).toEqual({
      body: { ticket: { subject: "a" } },
      warnings: ["ticket.subject: was ignored, as subject says the same and was given too."],
    });
  });

  it("returns 422 for a value that is no object, a missing required member, and a wrong type", () => {
    expect(() => prepareBody({ subject: "a", ticket: 5 })).toThrow("ticket: expected an object, or its members");
    expect(() => prepareBody({ ticket: { groupId: 2 } })).toThrow("subject");
    expect(() => prepareBody({ ticket: { subject: "a", groupId: "many" } })).toThrow("group_id");
  });

  it("does not change the caller's values, and is safe with a member named __proto__", () => {
    const input = { ticket_id: "1", ticket: JSON.parse('{"subject":"a","__proto__":{"x":1}}') as object };
    const before = JSON.stringify(input);
    const args = prepareArguments(tool, input);
    expect([JSON.stringify(input), (args as { x?: number }).x]).toEqual([before, undefined]);
    expect(String(toRequest(request, args).body)).toBe('{"ticket":{"__proto__":{"x":1},"subject":"a"}}');
  });

  it("includes the caller's own body values beside the object", () => {
    const { body } = toRequest(request, { ticket_id: "1", subject: "a" }, { extraBody: { key: "k" } });
    expect(JSON.parse(String(body))).toEqual({ ticket: { subject: "a" }, key: "k" });
  });
});
