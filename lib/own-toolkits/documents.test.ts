/** The examples of the guides, as they are written. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { compileDocument } from "./compile/compile-document";
import { ToolkitSettings } from "./settings.contract";

/** The code blocks of a guide in one language. */
const blocksOf = (file: string, language: string): string[] =>
  [...readFileSync(inRoot("docs/own-toolkits", file), "utf8").matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(
    ([, name, text]) => (name === language && text ? [text] : []),
  );
const compile = (text: string, settings: ToolkitSettings = {}) =>
  compileDocument({ slug: undefined, text, settings, discovered: [] });

it("publishes the example of a document under the names that the guide states", () => {
  const [text = ""] = blocksOf("from-a-document.md", "yaml");
  const { toolkit, problems } = compile(text);
  expect([toolkit?.slug, problems.items]).toEqual(["custom_parcel_post", []]);
  expect(toolkit?.tools.map(({ slug }) => slug).sort()).toEqual([
    "CUSTOM_PARCEL_POST_GET_A_PARCEL",
    "CUSTOM_PARCEL_POST_LIST_PARCELS",
  ]);
  expect(toolkit?.authSchemes).toMatchObject([
    {
      mode: "API_KEY",
      fields: { connectedAccountInitiation: [{ name: "api_key" }, { name: "region", default: "eu" }] },
    },
  ]);
});

it("takes the settings of the guide", () => {
  const [text = ""] = blocksOf("from-a-document.md", "yaml");
  const [settings = ""] = blocksOf("from-a-document.md", "json");
  const { toolkit } = compile(text, ToolkitSettings.parse(JSON.parse(settings)));
  expect(toolkit?.tools).toMatchObject([
    { slug: "CUSTOM_PARCEL_POST_FIND_PARCEL", name: "Find a parcel", important: true },
  ]);
});

it("compiles the tools of the guide that are written by hand, alone and beside a document", () => {
  const [file = "", onlyTools = ""] = blocksOf("by-hand.md", "yaml");
  const { kind, toolkit, problems } = compile(file);
  expect([kind, toolkit?.slug, problems.items]).toEqual(["hand", "custom_parcel_post", []]);
  expect(toolkit?.tools.map(({ slug }) => slug).sort()).toEqual([
    "CUSTOM_PARCEL_POST_FIND_PARCELS",
    "CUSTOM_PARCEL_POST_PARCEL_HISTORY",
    "CUSTOM_PARCEL_POST_SEND_A_PARCEL",
  ]);
  const [document = ""] = blocksOf("from-a-document.md", "yaml");
  const beside = compile(document, { integration: onlyTools });
  expect([beside.kind, beside.problems.items, beside.toolkit?.authSchemes]).toMatchObject([
    "openapi",
    [],
    [{ mode: "API_KEY" }],
  ]);
  expect(beside.toolkit?.tools.map(({ slug }) => slug)).toContain("CUSTOM_PARCEL_POST_LABEL_OF_A_PARCEL");
});

it("reads the integration.yaml of the guide without a problem", () => {
  const [text = ""] = blocksOf("integration-yaml.md", "yaml");
  const { toolkit, problems } = compile(text);
  expect(problems.items).toEqual([]);
  expect([toolkit?.slug, toolkit?.authSchemes.map(({ mode }) => mode)]).toEqual([
    "custom_parcel_post",
    ["OAUTH2", "API_KEY"],
  ]);
});
