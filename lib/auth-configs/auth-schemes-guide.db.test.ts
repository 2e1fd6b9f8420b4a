/** The guide of auth schemes has each scheme with its fields, and its examples connect accounts. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { readProviders } from "@/lib/catalog/compile/sources/read-toolkits";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { AUTH_MODES } from "@/lib/contract/auth-modes";
import { inRoot } from "@/scripts/paths.mjs";
import { toolkit } from "@/test/builders/catalog";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installCompiled } from "@/test/catalog/install-compiled";

/** The sections, by their heading. */
const SECTIONS = new Map(
  readFileSync(inRoot("docs/connect-users/auth-schemes.md"), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => [section.split("\n", 1)[0] ?? "", section]),
);
const sectionOf = (mode: string): string => SECTIONS.get(mode) ?? "";
const lineOf = (mode: string, name: string): string =>
  new RegExp(`^- \\*\\*${name}\\*\\*: (.*)$`, "m").exec(sectionOf(mode))?.[1] ?? "";
const namesIn = (text: string): string[] => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
const toolkitsOf = (mode: string): string[] => namesIn(lineOf(mode, "Toolkits"));

const blocksOf = (mode: string, operation: string): object[] =>
  [...sectionOf(mode).matchAll(/```json body=(\w+)\n([\s\S]*?)```/g)]
    .filter(([, id]) => id === operation)
    .map(([, , text = ""]) => JSON.parse(text) as object);

const providers = readProviders(inRoot());
/** The toolkit of the catalog with its schemes, and without tools. */
function readToolkit(slug: string): CompiledToolkit {
  const filePath = inRoot("toolkits", slug, "toolkit.yaml");
  const file = parseYamlFile(ToolkitFile, filePath, readFileSync(filePath, "utf8"));
  const authSchemes = file.auth.map((entry) => toAuthScheme(file.name, entry, providers));
  const noAuth = authSchemes.some(({ mode }) => mode === "NO_AUTH");
  return { ...toolkit(slug, file.version, []), name: file.name, baseUrl: file.baseUrl, authSchemes, noAuth };
}

const SLUGS = [...new Set(AUTH_MODES.flatMap(toolkitsOf))];
const TOOLKITS = SLUGS.map(readToolkit);
const schemeOf = (slug: string, mode: AuthMode): ToolkitAuthScheme | undefined =>
  TOOLKITS.find((candidate) => candidate.slug === slug)?.authSchemes.find((scheme) => scheme.mode === mode);

it("has a section for each scheme of the API", () =>
  expect([...SECTIONS.keys()].filter((title) => /^[A-Z0-9_]+$/.test(title)).sort()).toEqual([...AUTH_MODES].sort()));

/** Parts without which the file of a toolkit can't name some schemes. */
const PARTS = {
  ...{ provider: "github", authConfigFields: [], connectionFields: [] },
  ...{ defaultScopes: [], availableScopes: [], defaultUserScopes: [], availableUserScopes: [] },
  oauth1: { requestTokenUrl: "", authorizationUrl: "", accessTokenUrl: "", authorizeParams: {} },
  grant: { kind: "client_credentials" as const },
};
const defaultsOf = (mode: AuthMode): ToolkitAuthScheme => toAuthScheme("Any", { ...PARTS, mode }, providers);

describe.each(AUTH_MODES.filter((mode) => mode !== "SAML"))("%s", (mode) => {
  it("names its fields, and no others of another scheme", () => {
    const { authConfigCreation, connectedAccountInitiation } = defaultsOf(mode).fields;
    const names = (fields: readonly { name: string }[]): string[] => fields.map(({ name }) => name).sort();
    expect(namesIn(lineOf(mode, "Auth config")).sort()).toEqual(names(authConfigCreation));
    expect(namesIn(lineOf(mode, "Connection")).sort()).toEqual(names(connectedAccountInitiation));
  });
  it("names toolkits that have it", () => {
    for (const slug of toolkitsOf(mode)) expect(schemeOf(slug, mode), slug).toBeDefined();
  });
});

/** As the compiler writes them. */
function writeFiles(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "schemes-"));
  return TOOLKITS.map((compiled) => {
    const file = path.join(folder, `${compiled.slug}.json`);
    writeFileSync(file, JSON.stringify({ hash: compiled.slug.padEnd(64, "0"), toolCount: 0, toolkit: compiled }));
    return file;
  });
}

describe("the examples", () => {
  let client: Client;
  beforeAll(async () => {
    await installCompiled(writeFiles(), {});
    client = await newClient();
  });
  const withExamples = AUTH_MODES.filter((mode) => blocksOf(mode, "postAuthConfigs").length > 0);
  it.each(withExamples)("of %s create an auth config, and connect", async (mode) => {
    const [config = {}] = blocksOf(mode, "postAuthConfigs");
    const created = await client.call("POST", "/auth_configs", config);
    expect([created.status, created.body.auth_config]).toMatchObject([201, { auth_scheme: mode }]);
    const { id } = created.body.auth_config;
    for (const link of blocksOf(mode, "postConnectedAccountsLink"))
      expect((await client.call("POST", "/connected_accounts/link", { ...link, auth_config_id: id })).status).toBe(201);
    for (const account of blocksOf(mode, "postConnectedAccounts")) {
      const { status, body } = await client.call("POST", "/connected_accounts", { ...account, auth_config: { id } });
      expect([status, body.status]).toEqual([201, "ACTIVE"]);
    }
  });
  it("are there for each scheme that a toolkit of the catalog has", () =>
    expect([...withExamples].sort()).toEqual(
      AUTH_MODES.filter((mode) => mode !== "NO_AUTH" && toolkitsOf(mode).length > 0).sort(),
    ));
});
