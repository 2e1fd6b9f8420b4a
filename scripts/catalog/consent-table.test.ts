/** The guide to the consent of the most used toolkits agrees with their files. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readProjectToolkits } from "@/test/catalog/project-toolkits";
import { inRoot } from "../paths.mjs";
import { CONSENT_COLUMNS, consentCells } from "./consent-table";
import { consentRows } from "./consent-rows";

const { shared, toolkits } = readProjectToolkits();
const cells = consentCells(toolkits, shared.providers);
const rows = consentRows(inRoot());

describe("docs/connect-users/consent.md", () => {
  it("has a row for each of the sixty most used toolkits but one, each once", () => {
    expect(new Set(rows.map(([slug]) => slug)).size).toBe(59);
    expect(rows).toHaveLength(59);
  });

  it.each(rows)("%s is shown as its files say", (slug, ...guideCells) => {
    expect(guideCells.slice(0, CONSENT_COLUMNS.length - 1)).toEqual(cells.get(slug)?.slice(1));
  });

  it("names a page of the provider in each row, except for toolkits of this server itself", () => {
    const withoutPage = rows.filter((row) => !/^\[docs\]\(https:\/\/[^)]+\)( \*)?$/.test(row.at(-1) ?? ""));
    expect(withoutPage.map(([slug]) => slug)).toEqual(["composio", "composio_search"]);
  });

  it("begins with the explanation of each column", () => {
    const text = readFileSync(inRoot("docs/connect-users/consent.md"), "utf8");
    for (const column of ["sign-in", "scopes", "app's secret", "tokens", "proof", "source"])
      expect(text).toContain(`- **${column}**`);
  });
});
