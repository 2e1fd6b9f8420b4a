/** Every guide to a provider's console is found from the toolkits that need an app there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { findAppGuide } from "./app-guide";

const urlOf = (slug: string): string =>
  /^guideUrl: (.+)$/m.exec(readFileSync(inRoot("toolkits", slug, "toolkit.yaml"), "utf8"))?.[1] ?? "";

it.each([
  ["gmail", "google"],
  ["outlook", "microsoft"],
  ["slack", "slack"],
  ["github", "github"],
  ["notion", "notion"],
  ["hubspot", "hubspot"],
  ["salesforce", "salesforce"],
  ["jira", "atlassian"],
  ["shopify", "shopify"],
  ["linkedin", "linkedin"],
  ["metaads", "meta"],
  ["zoom", "zoom"],
])("%s leads to the guide of %s", (slug, guide) => {
  expect(findAppGuide(urlOf(slug))).toBe(`/docs/connect-users/${guide}-app`);
  expect(readdirSync(inRoot("docs/connect-users"))).toContain(`${guide}-app.md`);
});

it("leaves other providers to their own guides", () => {
  expect(findAppGuide(urlOf("asana"))).toBeUndefined();
});
