import { expect, it } from "vitest";
import type { RootSchema } from "../tool-schema";
import { layOver } from "./lay-over";
import type { ArgumentOverride } from "./tool-override";

const inputSchema: RootSchema = {
  type: "object",
  properties: { q: { type: "string" }, engine: { type: "string", default: "google" } },
  required: ["q"],
};
const tool = { name: "Search", description: "Search.", inputSchema, run: { request: { defaulted: ["engine"] } } };

const schemaWith = (change: ArgumentOverride): RootSchema =>
  layOver(tool, { name: null, description: null, hidden: false, arguments: { engine: change } }).inputSchema;

it("requires an argument again whose default a project no longer allows", () => {
  expect(schemaWith({ enum: ["bing"] }).required).toEqual(["q", "engine"]);
});

it("requires it no more with a default or a value of the project", () => {
  expect(schemaWith({ enum: ["bing"], default: "bing" }).required).toEqual(["q"]);
  expect(schemaWith({ enum: ["google", "bing"] }).required).toEqual(["q"]);
  expect(schemaWith({ fixed: "bing" })).toEqual({ ...inputSchema, properties: { q: { type: "string" } } });
});
