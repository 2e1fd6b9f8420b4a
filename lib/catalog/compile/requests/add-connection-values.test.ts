/** Arguments that the connection fills in. */
import { describe, expect, it } from "vitest";
import { addConnectionValues } from "./add-connection-values";
import type { DraftTool } from "./operation-compiler";

const draft: DraftTool = {
  name: "Send",
  description: "Sends.",
  scopes: [],
  deprecated: false,
  tags: [],
  outputSchema: { type: "object", properties: {} },
  inputSchema: {
    type: "object",
    properties: { AccountSid: { type: "string", description: "The account." }, To: { type: "string" } },
    required: ["AccountSid", "To"],
  },
  request: {
    method: "POST",
    baseUrl: "https://api.example.com",
    path: "/Accounts/{AccountSid}",
    parameters: [{ key: "AccountSid", name: "AccountSid", in: "path" }],
    body: { mode: "flat", contentType: "application/x-www-form-urlencoded", fields: [{ key: "To", name: "To" }] },
  },
};

describe("addConnectionValues", () => {
  it("asks callers no longer for what the connection knows, and says so", () => {
    const tool = addConnectionValues(draft, { AccountSid: "username" });
    expect(tool.inputSchema).toEqual({
      type: "object",
      properties: {
        AccountSid: { type: "string", description: "The account. Left out, it is taken from the connection." },
        To: { type: "string" },
      },
      required: ["To"],
    });
    expect(tool.request.parameters).toEqual([
      { key: "AccountSid", name: "AccountSid", in: "path", fromConnection: "username" },
    ]);
  });

  it("leaves out `required` where nothing else is asked for", () => {
    const alone: DraftTool = { ...draft, inputSchema: { ...draft.inputSchema, required: ["AccountSid"] } };
    expect(addConnectionValues(alone, { AccountSid: "username" }).inputSchema).not.toHaveProperty("required");
  });

  it("leaves a tool as it is that has no such argument", () => {
    expect(addConnectionValues(draft, { Region: "region" })).toBe(draft);
    expect(addConnectionValues(draft, {})).toBe(draft);
  });
});
