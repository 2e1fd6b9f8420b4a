/** LinkedIn's dated version: a constant of the toolkit, which an auth config can replace. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { readProviders } from "@/lib/catalog/compile/sources/read-toolkits";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { applyCredentials } from "@/lib/connected-accounts/credentials/apply-credentials";
import { inRoot } from "@/scripts/paths.mjs";

const path = "toolkits/linkedin/toolkit.yaml";
const linkedin = parseYamlFile(ToolkitFile, path, readFileSync(inRoot(path), "utf8"));
const [entry] = linkedin.auth;

it("sends the toolkit's version, and that of the auth config where it names one", () => {
  if (!entry) throw new Error("LinkedIn has no auth scheme");
  const scheme = toAuthScheme("LinkedIn", entry, readProviders(inRoot()));
  const request = { url: "https://api.linkedin.com/rest/posts", headers: linkedin.headers };
  const headersOf = (values: Record<string, string>) =>
    applyCredentials(request, scheme, { access_token: "token", ...values }).headers["linkedin-version"];
  expect(linkedin.headers["linkedin-version"]).toMatch(/^20\d\d(0[1-9]|1[0-2])$/);
  expect(headersOf({})).toBe(linkedin.headers["linkedin-version"]);
  expect(headersOf({ linkedin_version: "202609" })).toBe("202609");
});
