/** The list of guides matches the folder, and every earlier URL of a guide leads to it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import config from "@/next.config.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import { GUIDE_GROUPS, GUIDES, toAddress, toFolder } from "./guides";

it("names every document of the folders of docs/ and no other, but for decisions", () =>
  expect(GUIDES.map(({ file }) => file).sort()).toEqual(
    readdirSync(inRoot("docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.startsWith("decisions/"))
      .sort(),
  ));

it("has one folder for each group, named after its title", () => {
  for (const { title, documents } of GUIDE_GROUPS)
    for (const { file } of documents) expect(file.split("/")[0]).toBe(toFolder(title));
});

it("is the list of the README", () => {
  const readme = readFileSync(inRoot("README.md"), "utf8");
  for (const { title, documents } of GUIDE_GROUPS)
    expect(readme).toContain(
      `- **${title}**: ${documents.map(({ file, about }) => `[${about}](docs/${file})`).join(" · ")}\n`,
    );
});

/** The addresses of the guides before they had groups: people have them as bookmarks. */
const BEFORE_GROUPS = `approvals architecture callback-verification catalog catalogue connect-popup connections-page console
  executing finding-tools language-model mcp members meta-tools moving performance proof sessions several-copies triggers
  upgrading web-search webhooks words workbench`;

it.each(BEFORE_GROUPS.split(/\s+/))("/docs/%s leads to the guide's present address", async (name) => {
  const redirects = (await config.redirects?.()) ?? [];
  const target = redirects.find(({ source }) => source === `/docs/${name}`)?.destination;
  expect(GUIDES.map(({ file }) => toAddress(file))).toContain(target);
});
