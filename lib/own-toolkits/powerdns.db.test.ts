/** Real PowerDNS by its own Swagger 2.0: a toolkit whose tools run by the API, the official SDK and a session. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Composio } from "composio-core-next";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { hasPowerDns, startPowerDns } from "@/test/servers/powerdns";
import { type ApiClient, door, newApiClient } from "@/test/clients/whole-api";

const KEY = "key-of-the-name-server-0123456789";
const BASE = "/internal/patchbay/own_toolkits";
const SLUG = "custom_powerdns";

describe.skipIf(!hasPowerDns())("PowerDNS, where it can be unpacked", () => {
  let client: ApiClient;
  let dns: Awaited<ReturnType<typeof startPowerDns>>;
  let server: Server;
  let composio: Composio;

  beforeAll(async () => {
    await installConnectToolkits({});
    [client, dns] = [await newApiClient(), await startPowerDns(KEY)];
    const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
    server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    composio = new Composio({ apiKey: client.key, baseURL, allowTracking: false, disableVersionCheck: true });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await dns.stop();
  });

  /** The description that the running server gives. */
  async function readDescription(): Promise<string> {
    const address = new URL("/api/docs", dns.url);
    const answer = await fetch(address, { headers: { "x-api-key": KEY, accept: "application/json" } });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it("becomes a toolkit out of its own description, and its tools run", async () => {
    const draft = { document: await readDescription(), slug: SLUG, settings: { name: "PowerDNS" } };
    const created = await client.call("POST", BASE, draft);
    expect([created.status, created.body]).toMatchObject([201, { slug: SLUG, kind: "swagger" }]);
    const { body: published } = await client.call("POST", `${BASE}/${SLUG}/publish`);
    expect(published).toMatchObject({ changed: true, toolkit: { state: "published" } });
    const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
      toolkit: { slug: SLUG },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        credentials: { base_url: `${new URL(dns.url).origin}/api/v1` },
      },
    });
    const account = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config.auth_config.id },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: KEY } } },
    });
    expect(account.status).toBe(201);
    const { body: list } = await client.call<{ items: { slug: string; description: string }[] }>(
      "GET",
      `/tools?toolkit_slug=${SLUG}&toolkit_versions=latest&limit=100`,
    );
    const slugs = list.items.map(({ slug }) => slug);
    const find = (part: RegExp): string => slugs.find((slug) => part.test(slug)) ?? slugs.join(", ");
    const run = (tool: string, args: object) =>
      client.call("POST", `/tools/execute/${tool}`, { user_id: "ada", arguments: args, version: "latest" });
    expect((await run(find(/LIST_ALL_SERVERS|LIST_SERVERS/), {})).body).toMatchObject({ successful: true });
    const zone = {
      server_id: "localhost",
      name: "engines.example.",
      kind: "Native",
      nameservers: ["ns1.engines.example."],
    };
    const { body: answer } = await run(find(/CREATES?_(A_)?(NEW_)?(DOMAIN|ZONE)/), zone);
    expect(answer).toMatchObject({ successful: true, data: { name: "engines.example." } });
    expect(await dns.resolver.resolveNs("engines.example")).toEqual(["ns1.engines.example"]);
  });

  it("is found and run by the official SDK", async () => {
    const tools = await composio.tools.getRawComposioTools({ toolkits: [SLUG], limit: 100 });
    const zones = tools.find(({ slug }) => /LIST_(ALL_)?ZONES/.test(slug));
    expect(zones?.toolkit?.slug).toBe(SLUG);
    const answer = await composio.tools.execute(zones?.slug ?? "", {
      userId: "ada",
      arguments: { server_id: "localhost" },
      dangerouslySkipVersionCheck: true,
    });
    expect(answer).toMatchObject({ successful: true });
    expect(JSON.stringify(answer.data)).toContain("engines.example.");
  });

  it("is found and run in a session", async () => {
    const { body: session } = await client.call<{ session_id: string }>("POST", "/tool_router/session", {
      user_id: "ada",
      toolkits: { enable: [SLUG] },
    });
    const path = `/tool_router/session/${session.session_id}`;
    const { body: search } = await client.call("POST", `${path}/search`, {
      queries: [{ use_case: "list the zones of the name server" }],
    });
    const slug = /CUSTOM_POWERDNS_LIST_(?:ALL_)?ZONES\w*/.exec(JSON.stringify(search))?.[0];
    const { body: answer } = await client.call("POST", `${path}/execute`, {
      tool_slug: slug,
      arguments: { server_id: "localhost" },
    });
    expect(JSON.stringify(answer)).toContain("engines.example.");
  });
});
