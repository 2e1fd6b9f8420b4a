/** A toolkit that is taken out as a folder is built by the catalog's own readers, with the same tools. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { parseSource } from "@/lib/catalog/compile/sources/parse-source";
import { readProviders, readToolkits, type SharedFiles } from "@/lib/catalog/compile/sources/read-toolkits";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { inRoot } from "@/scripts/paths.mjs";
import type { ToolkitSettings } from "../settings.contract";
import { compileDocument } from "./compile-document";
import { toCatalogFiles } from "./to-catalog-files";

const SLUG = "parcel_post";
const blocksOf = (name: string): string[] =>
  [...readFileSync(inRoot("docs/own-toolkits", name), "utf8").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text]) => text ?? "",
  );
const [OPENAPI = ""] = blocksOf("from-a-document.md");
const [INTEGRATION = ""] = blocksOf("integration-yaml.md");
const [BY_HAND = "", BESIDE = ""] = blocksOf("by-hand.md");

/** The files of a document, and the toolkit as its project has it. */
function takeOut(text: string, settings: ToolkitSettings, url?: string) {
  const result = compileDocument({ slug: SLUG, text, settings, discovered: [], ...(url && { url }) });
  const { toolkit, parts } = result;
  if (!toolkit || !parts) throw new Error(JSON.stringify(result.problems.items));
  const isGraphql = result.kind === "graphql";
  return { toolkit, files: toCatalogFiles({ ...result, toolkit, parts, isGraphql, settings }) };
}

const SHARED: Omit<SharedFiles, "providers"> = {
  categories: parse(readFileSync(inRoot("toolkits/categories.yaml"), "utf8")) as Record<string, string>,
  ...{ sources: { packages: {} }, logos: {}, popularity: { toolkits: [], tools: {} } },
  ...{ current: { toolkits: [], outdated: [] }, retired: {}, refusals: {} as SharedFiles["refusals"] },
};

/** The toolkit that a build makes of the files in a folder of toolkits/. */
function build(files: Readonly<Record<string, string>>): CompiledToolkit {
  const root = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-catalog-"));
  mkdirSync(path.join(root, "toolkits", SLUG), { recursive: true });
  writeFileSync(path.join(root, "toolkits/providers.yaml"), "{}");
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, "toolkits", SLUG, name), text);
  const providers = readProviders(root);
  const [toolkit] = readToolkits(root, { ...SHARED, providers });
  if (!toolkit) throw new Error("no folder");
  const read = (file: string) => readFileSync(path.join(root, "toolkits", file), "utf8");
  return compileToolkit({ ...toolkit, providers, read: (source) => parseSource(source, read(source.file)) });
}

/** Everything that a call and a model need, by slug. In a catalog, tools of GraphQL have the rule of failures each. */
const toolsOf = ({ tools }: CompiledToolkit) =>
  Object.fromEntries(
    tools.map(({ slug, name, description, tags, inputSchema, outputSchema, run, important }) => [
      slug,
      {
        ...{ name, description, tags: [...tags].sort(), inputSchema, outputSchema, important },
        ...{ run: { ...run, request: { ...run.request, failures: [] } } },
      },
    ]),
  );

const SWAGGER = JSON.stringify({
  ...{ swagger: "2.0", info: { title: "Zones", version: "1" }, host: "dns.example.net", basePath: "/api" },
  securityDefinitions: { basic: { type: "basic" } },
  paths: {
    "/zones/{id}": {
      put: {
        summary: "Change a zone",
        parameters: [
          { name: "id", in: "path", required: true, type: "string" },
          { name: "zone", in: "body", schema: { $ref: "#/definitions/Zone" } },
        ],
        responses: { 200: { description: "The zone", schema: { $ref: "#/definitions/Zone" } } },
      },
    },
  },
  definitions: { Zone: { type: "object", properties: { name: { type: "string" } } } },
});
const TEXT = { kind: "SCALAR", name: "String" };
const GRAPHQL = JSON.stringify({
  __schema: {
    queryType: { name: "Query" },
    types: [
      TEXT,
      {
        ...{ kind: "OBJECT", name: "Query" },
        fields: [{ name: "parcel", args: [{ name: "id", type: TEXT }], type: { kind: "OBJECT", name: "Parcel" } }],
      },
      { kind: "OBJECT", name: "Parcel", fields: [{ name: "city", args: [], type: TEXT }] },
    ],
  },
});
const CHOICES: ToolkitSettings = {
  name: "Parcels",
  operations: ["GET /parcels/{id}"],
  tools: { "GET /parcels/{id}": { slug: "FIND_PARCEL", name: "Find a parcel", effect: "read", important: true } },
};

it.each<[string, string, ToolkitSettings, string?]>([
  ["OpenAPI", OPENAPI, {}],
  ["OpenAPI with choices", OPENAPI, CHOICES],
  ["OpenAPI with OAuth and tools by hand", OPENAPI, { integration: INTEGRATION + BESIDE }],
  ["Swagger 2.0", SWAGGER, {}],
  ["GraphQL", GRAPHQL, {}, "https://post.example.net/graphql"],
  ["tools by hand", BY_HAND, {}],
  ["an integration.yaml alone", INTEGRATION, {}],
])("%s", (_, text, settings, url) => {
  const { toolkit, files } = takeOut(text, settings, url);
  const built = build(files);
  expect(toolsOf(built)).toEqual(toolsOf(toolkit));
  expect(built.authSchemes).toEqual(toolkit.authSchemes);
  const { name, description, baseUrl, currentUserEndpoint } = toolkit;
  expect(built).toMatchObject({ slug: SLUG, name, description, ...(baseUrl && { baseUrl }) });
  expect(built.currentUserEndpoint).toBe(currentUserEndpoint);
});

it("refuses a folder that changes the provider of another toolkit", () => {
  const { files } = takeOut(INTEGRATION, {});
  const providers = (files["providers.yaml"] ?? "").replace(/^parcel_post_/, "google_");
  expect(() => build({ ...files, "providers.yaml": providers })).toThrow(/begins with parcel_post_/);
});
