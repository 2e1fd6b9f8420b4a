/** What a call brings along besides its arguments takes the place of no fixed argument. */
import { expect, it } from "vitest";
import type { ToolRun } from "@/lib/catalog/tool-request";
import type { Custom } from "./custom-params";
import { assertFixedStays } from "./assert-fixed-stays";

const fields = [
  { key: "title", name: "title" },
  { key: "team", name: "fields.team", as: "inside" as const },
];
const toolOf = (body: NonNullable<ToolRun["request"]>["body"]) => ({
  slug: "NEWS_POST",
  run: {
    request: {
      ...{ method: "POST" as const, baseUrl: "https://api.example.com", path: "/", body },
      parameters: [
        { key: "owner", name: "owner", in: "query" as const },
        { key: "tenant", name: "X-Tenant", in: "header" as const },
      ],
    },
  },
  laidOver: {
    inputSchema: { type: "object" as const, properties: {} },
    fixed: { owner: "acme", tenant: "1", team: "red", whole: {} },
    defaults: {},
  },
});
const flat = { mode: "flat" as const, contentType: "application/json", fields };
const parameter = (place: "query" | "header", name: string) => ({ parameters: [{ in: place, name, value: "x" }] });

it.each([
  [flat, parameter("query", "owner")],
  [flat, parameter("header", "x-tenant")],
  [flat, { body: { fields: { team: "blue" } } }],
  [{ ...flat, wrap: "data" }, { body: { data: {} } }],
  [{ mode: "json" as const, contentType: "application/json", key: "whole" }, { body: { any: 1 } }],
])("422: %j with %j", (body, custom) => {
  expect(() => assertFixedStays(toolOf(body), custom as Custom)).toThrow(/is fixed by this project/);
});

it("everything else stays possible", () => {
  const custom = { ...parameter("query", "tenant"), body: { title: "x", team: "blue" } };
  assertFixedStays(toolOf(flat), custom as Custom);
  const { laidOver: _, ...unchanged } = toolOf(flat);
  assertFixedStays(unchanged, parameter("query", "owner") as Custom);
});
