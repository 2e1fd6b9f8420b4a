/** Helpers for the tests of the catalog: two toolkits, compiled as files, and how to load them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { type CompiledTriggerType, Poll } from "@/lib/catalog/trigger-type";
import { installCompiled } from "@/test/catalog/install-compiled";

export const PROJECT = "proj_catalog";
export const folder = mkdtempSync(path.join(tmpdir(), "patchbay-catalog-"));

export const tool = (slug: string, more: Partial<CompiledTool> = {}): CompiledTool => ({
  slug,
  name: slug.toLowerCase().replaceAll("_", " "),
  description: `About ${slug}`,
  tags: ["readOnlyHint"],
  scopes: [],
  important: false,
  deprecated: false,
  aliases: [],
  inputSchema: { type: "object", properties: { q: { type: "string" } } },
  outputSchema: {
    type: "object",
    properties: { data: { type: "object" }, successful: { type: "boolean" } },
    required: ["data", "successful"],
  },
  run: { request: { method: "GET", baseUrl: "https://api.example.com", path: "/", parameters: [] } },
  ...more,
});

export const toolkit = (slug: string, version: string, tools: CompiledTool[]): CompiledToolkit => ({
  slug,
  name: slug,
  description: `The ${slug} service`,
  categories: ["popular"],
  authSchemes: [],
  noAuth: true,
  version,
  popularity: 0,
  tools,
  meta: { hosts: ["api.example.com"], headers: {}, attribution: [] },
});

/** A trigger type that is polled, with a field of each kind. */
export const triggerType = (slug: string, toolkitSlug: string): CompiledTriggerType => ({
  slug,
  toolkitSlug,
  name: slug,
  description: `About ${slug}`,
  instructions: "",
  kind: "poll",
  config: { type: "object", properties: {} },
  payload: { type: "object", properties: {} },
  sample: {},
  needsEndpoint: false,
  run: {
    when: [],
    hookEvents: [],
    payload: null,
    poll: Poll.parse({ request: { path: "/items" }, items: "", id: "{item.id}" }),
  },
});

export let files = 0;
export function compiled(compiledToolkit: CompiledToolkit): string {
  const file = path.join(folder, `${files++}.json`);
  const hash = (files.toString(16) + "0".repeat(64)).slice(0, 64);
  writeFileSync(file, JSON.stringify({ hash, toolCount: compiledToolkit.tools.length, toolkit: compiledToolkit }));
  return file;
}

export const CATEGORIES = { popular: "popular" };
export const weather = compiled(
  toolkit("weather", "20260101_00", [
    tool("WEATHER_NOW", { important: true, aliases: ["WEATHER_TODAY"] }),
    tool("WEATHER_WEEK", { deprecated: true }),
  ]),
);
export const mailTools = [
  tool("MAIL_SEND", {
    important: true,
    tags: ["important"],
    scopes: ["mail.send"],
    description: "Sends a letter \\N to\tsomebody\r\nat once \0 \ud83d",
  }),
  ...Array.from({ length: 30 }, (_, index) => tool(`MAIL_LIST_${String(index).padStart(2, "0")}`)),
];
export const mail = compiled(toolkit("mail", "20260101_00", mailTools));

export async function load(...paths: string[]) {
  const report = await installCompiled(paths, CATEGORIES);
  forgetCatalog();
  return report;
}

beforeAll(async () => {
  await load(weather, mail);
});
