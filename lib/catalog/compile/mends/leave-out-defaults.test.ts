import { expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import { publishSchemas } from "../checks/publish-schemas";
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

it("asks again for an argument whose default is no value of its type", () => {
  const search = tool(["q", "engine", "page"]);
  search.inputSchema.properties = {
    q: { type: "string" },
    engine: { type: "integer", default: "google" },
    page: { type: "integer", default: 1 },
  };
  leaveOutDefaults(search);
  expect(search.run.request?.defaulted).toEqual(["engine", "page"]);
  publishSchemas([search], "toolkits/demo/toolkit.yaml");
  expect(search.inputSchema.required).toEqual(["q", "engine"]);
  expect(search.run.request?.defaulted).toEqual(["page"]);
});
