/** The document of compatibility has the operations of the published contract. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { publishedOperations } from "@/test/published/operations";
import { DOCUMENT, readColumn, SDKS, toDocument, toName } from "./to-document.mjs";

it("is what the tests of the SDKs and the published contract give", () => {
  const columns = Object.fromEntries(SDKS.map((sdk) => [sdk, readColumn(sdk)]));
  expect(toDocument(columns, publishedOperations)).toBe(readFileSync(inRoot(DOCUMENT), "utf8"));
  for (const column of Object.values(columns)) expect(Object.keys(column).length).toBeGreaterThan(50);
});

it("names a method as TypeScript does", () => {
  expect(toName("toolkits.get_many")).toBe("toolkits.getMany");
});
