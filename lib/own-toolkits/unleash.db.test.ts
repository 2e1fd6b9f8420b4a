/** Real Unleash by the large OpenAPI document that it serves: fetched, published, and its tools run. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTestPackage, prepareTestPackages } from "@/scripts/check/test-packages.mjs";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { startUnleash, type Unleash, UNLEASH_KEY } from "@/test/servers/unleash";

const BASE = "/internal/patchbay/own_toolkits";
const SLUG = "custom_unleash";

await prepareTestPackages(["unleash"]);
const { isHere, without } = findTestPackage("unleash");

describe.skipIf(!isHere)(`Unleash${without}`, () => {
  let client: ApiClient;
  let unleash: Unleash;

  beforeAll(async () => {
    await installConnectToolkits({});
    [client, unleash] = [await newApiClient(), await startUnleash(process.env.DATABASE_URL ?? "")];
  });
  afterAll(() => unleash.stop());

  const run = async (part: string, args: object) => {
    const path = `/tools?toolkit_slug=${SLUG}&search=${encodeURIComponent(part)}&toolkit_versions=latest&limit=5`;
    const { body: list } = await client.call<{ items: { slug: string; name: string }[] }>("GET", path);
    const slug = list.items.find(({ name }) => name === part)?.slug ?? JSON.stringify(list.items);
    const input = { user_id: "ada", arguments: args, version: "latest" };
    return client.call<{ data: object; successful: boolean }>("POST", `/tools/execute/${slug}`, input);
  };

  it("becomes a toolkit of more than two hundred tools by the address of its description", async () => {
    const draft = { url: `${unleash.url}/docs/openapi.json`, slug: SLUG, settings: { base_url: unleash.url } };
    const created = await client.call("POST", BASE, draft);
    expect([created.status, created.body]).toMatchObject([201, { slug: SLUG, kind: "openapi", name: "Unleash API" }]);
    const { body: published } = await client.call<{ toolkit: { summary: { tools: number; problems: number } } }>(
      "POST",
      `${BASE}/${SLUG}/publish`,
    );
    expect(published).toMatchObject({ changed: true, toolkit: { state: "published", summary: { problems: 0 } } });
    expect(published.toolkit.summary.tools).toBeGreaterThan(200);
  });

  it("does what its tools say, and search finds them by their names", async () => {
    const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
      toolkit: { slug: SLUG },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
    });
    const account = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config.auth_config.id },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: UNLEASH_KEY } } },
    });
    expect(account.status).toBe(201);
    const flag = { projectId: "default", name: "engines", type: "release", description: "Analytical engines" };
    expect((await run("Add a new feature flag", flag)).body).toMatchObject({ successful: true });
    const feature = { projectId: "default", featureName: "engines" };
    const place = { ...feature, environment: "development" };
    const strategy = { ...place, name: "default" };
    expect((await run("Add a strategy to a feature flag", strategy)).body).toMatchObject({ successful: true });
    expect((await run("Enable a feature flag", place)).body).toMatchObject({ successful: true });
    // The state of the server itself after the calls.
    const answer = await fetch(`${unleash.url}/api/admin/projects/default/features/engines`, {
      headers: { authorization: UNLEASH_KEY },
    });
    expect(await answer.json()).toMatchObject({
      description: "Analytical engines",
      environments: expect.arrayContaining([expect.objectContaining({ name: "development", enabled: true })]) as [],
    });
    expect((await run("Archive a feature flag", feature)).body).toMatchObject({ successful: true });
    expect((await run("Get a feature", { ...feature, featureName: "nothing" })).body).toMatchObject({
      successful: false,
    });
  });
});
