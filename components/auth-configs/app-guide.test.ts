/** Every guide to a provider's console is found from the toolkits that need an app there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
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

it("shows a manifest for Slack with our redirect URI and with scopes that the toolkit asks for", () => {
  const read = (...path: string[]) => readFileSync(inRoot(...path), "utf8");
  const [, block = ""] = /^```yaml\n([^]*?)^```$/m.exec(read("docs/connect-users/slack-app.md")) ?? [];
  const { redirect_urls: urls, scopes } = (
    parse(block) as { oauth_config: { redirect_urls: string[]; scopes: { user: string[] } } }
  ).oauth_config;
  expect(urls).toEqual(["https://<your server>/api/v3/toolkits/auth/callback"]);
  const { auth } = parse(read("toolkits/slack/toolkit.yaml")) as { auth: { defaultScopes?: string[] }[] };
  expect(auth[0]?.defaultScopes).toEqual(expect.arrayContaining(scopes.user));
});
