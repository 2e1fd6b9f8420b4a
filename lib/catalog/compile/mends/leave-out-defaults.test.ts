import { expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { leaveOutDefaults } from "./leave-out-defaults";

const tool = (required: string[]): CompiledTool => ({
  slug: "DEMO_SEARCH",
  name: "Search",
  description: "Search.",
  tags: [],
  scopes: [],
  inputSchema: {
    type: "object",
    properties: { q: { type: "string" }, engine: { type: "string", default: "google" }, page: { default: 1 } },
    required,
  },
  outputSchema: { type: "object", properties: {} },
  deprecated: false,
  important: false,
  run: { request: { method: "GET", baseUrl: "https://demo.test", path: "/search", parameters: [] } },
  aliases: [],
});

it("sends the default of a required argument without asking for it", () => {
  const search = tool(["q", "engine"]);
  leaveOutDefaults(search);
  expect(search.inputSchema.required).toEqual(["q"]);
  expect(search.run.request?.defaulted).toEqual(["engine"]);
});

it("leaves other tools as they are", () => {
  const search = tool(["q"]);
  leaveOutDefaults(search);
  expect(search).toEqual(tool(["q"]));
});
