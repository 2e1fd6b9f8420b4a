/** The list of documents on the page "About" is the folder's. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { DOCUMENTS, FORMER_NAMES } from "./documents";

it("names every document of docs/ and no other", () =>
  expect(DOCUMENTS.map(({ file }) => file).sort()).toEqual(
    readdirSync(inRoot("docs"))
      .filter((name) => name.endsWith(".md"))
      .sort(),
  ));

it("leads from each former name to a document", () => {
  for (const name of FORMER_NAMES.values()) expect(DOCUMENTS.map(({ file }) => file)).toContain(`${name}.md`);
});
