/** Auth configs through the API: creation by scheme, masking, updates that keep secrets, filters, deletion, tenants. */
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newClient } from "@/test/clients/connect-api";
import { client, SECRET, OAUTH, create, custom, created, get } from "@/test/builders/auth-configs";

describe("POST /auth_configs", () => {
  it("201: creates one for the operator's OAuth app and shows its secret masked", async () => {
    const { status, body } = await create(
      "github",
      custom("OAUTH2", { ...OAUTH, scopes: "repo, read:org" }, { name: "Mine" }),
    );
    expect([status, body]).toEqual([
      201,
      {
        toolkit: { slug: "github" },
        auth_config: {
          id: expect.stringMatching(/^ac_/) as string,
          auth_scheme: "OAUTH2",
          is_composio_managed: false,
          restrict_to_following_tools: [],
        },
      },
    ]);
    const config = await get(body.auth_config.id);
    expect(config).toMatchObject({
      id: body.auth_config.id,
      type: "custom",
      name: "Mine",
      auth_scheme: "OAUTH2",
      is_composio_managed: false,
      status: "ENABLED",
      no_of_connections: 0,
      expected_input_fields: [],
      toolkit: { slug: "github", logo: expect.stringContaining("http") as string },
      credentials: { client_id: "my-app", client_secret: "plan...", scopes: ["repo", "read:org"] },
      tool_access_config: { tools_for_connected_account_creation: [], tools_available_for_execution: [] },
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/) as string,
    });
    expect(JSON.stringify(config)).not.toContain(SECRET);
    expect(JSON.stringify(config)).not.toContain("null");
  });

  it("201: creates one without credentials for schemes whose users bring their own", async () => {
    for (const [toolkit, scheme] of [
      ["keyed", "API_KEY"],
      ["basic", "BASIC"],
      ["open", "NO_AUTH"],
    ] as const) {
      const { body } = await create(toolkit, { type: "use_composio_managed_auth" });
      expect(body.auth_config).toMatchObject({ auth_scheme: scheme, is_composio_managed: true });
    }
    const config = await get(await created("keyed"));
    expect(config.expected_input_fields).toEqual([
      {
        name: "api_key",
        displayName: "API key",
        type: "string",
        description: expect.any(String) as string,
        required: true,
        user_visible: true,
        is_secret: true,
      },
      {
        name: "subdomain",
        displayName: "The subdomain",
        type: "string",
        description: "What subdomain is",
        required: true,
        user_visible: true,
      },
      {
        name: "api_url",
        displayName: "The api_url",
        type: "string",
        description: "What api_url is",
        required: false,
        user_visible: true,
      },
    ]);
  });

  it.each([
    [
      "a managed one for a toolkit that needs an app",
      "github",
      { type: "use_composio_managed_auth" },
      /no managed app for GitHub/,
    ],
    [
      "a scheme the toolkit does not have",
      "github",
      custom("API_KEY"),
      /GitHub does not support API_KEY. It supports: OAUTH2, BEARER_TOKEN/,
    ],
    ["no scheme", "github", custom(undefined), /authScheme is missing/],
    [
      "SAML, which gives no credentials for an API",
      "saml",
      custom("SAML"),
      /SAML is not supported: it gives no credentials that an API takes/,
    ],
    ["an OAuth app without its secret", "github", custom("OAUTH2", { client_id: "x" }), /needs Client secret/],
    [
      "a private token address",
      "github",
      custom("OAUTH2", { ...OAUTH, token_url: "http://10.1.2.3/token" }),
      /credentials.token_url: .*not a public address/,
    ],
    [
      "an address that is none",
      "github",
      custom("OAUTH2", { ...OAUTH, base_url: "file:///etc/passwd" }),
      /credentials.base_url/,
    ],
    [
      "a redirect address that is a script",
      "github",
      custom("OAUTH2", { ...OAUTH, oauth_redirect_uri: "javascript:alert(1)" }),
      /oauth_redirect_uri must be/,
    ],
    [
      "credentials that are no texts",
      "github",
      custom("OAUTH2", { ...OAUTH, client_id: { a: 1 } }),
      /credentials.client_id must be a string/,
    ],
  ])("400: refuses %s", async (_, toolkit, config, message) => {
    const { status, body } = await create(toolkit, config);
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(message);
    expect(body.error?.suggested_fix).not.toBe("");
  });

  it("400: says one sentence a missing field; 404: knows no other toolkits", async () => {
    const { body } = await create("github", custom("OAUTH2", {}));
    expect(body.error?.errors).toEqual([
      "auth_config.credentials.client_id: Client ID is required. The ID of your OAuth app.",
      "auth_config.credentials.client_secret: Client secret is required. The secret of your OAuth app.",
    ]);
    expect((await create("nowhere", custom("OAUTH2", OAUTH))).status).toBe(404);
  });
});

describe("GET /auth_configs", () => {
  it("200: filters, hides disabled ones unless asked, and pages by cursor", async () => {
    const other = await newClient();
    const make = async (toolkit: string, config?: object) =>
      (await other.call("POST", "/auth_configs", { toolkit: { slug: toolkit }, auth_config: config })).body.auth_config
        .id;
    const [a, b, c] = [
      await make("github", custom("OAUTH2", OAUTH, { name: "Alpha app" })),
      await make("keyed"),
      await make("github", custom("BEARER_TOKEN", {}, { name: "Beta" })),
    ];
    await other.call("PATCH", `/auth_configs/${c}/DISABLED`);
    const ids = async (query = "") =>
      (await other.call("GET", `/auth_configs?${query}`)).body.items.map(({ id }) => id);
    expect(await ids()).toEqual([b, a]);
    expect(await ids("show_disabled=true")).toEqual([c, b, a]);
    expect(await ids("toolkit_slug=github,slack&show_disabled=true")).toEqual([c, a]);
    expect(await ids("is_composio_managed=true")).toEqual([b]);
    expect(await ids("search=alpha")).toEqual([a]);
    const first = (await other.call("GET", "/auth_configs?limit=2&show_disabled=true")).body;
    expect(first).toMatchObject({ total_items: 3, total_pages: 2, current_page: 1 });
    const second = (
      await other.call("GET", `/auth_configs?limit=2&show_disabled=true&cursor=${first.next_cursor ?? ""}`)
    ).body;
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([c, b, a]);
    await other.call("PATCH", `/auth_configs/${c}/ENABLED`);
    expect(await ids("toolkit_slug=github")).toEqual([c, a]);
  });
});

it("200: deletes an auth config with its accounts and their links, and nobody else's", async () => {
  const [id, keptId] = [await created("keyed"), await created("keyed")];
  const connect = async (config: string) =>
    (await client.call("POST", "/connected_accounts", { auth_config: { id: config }, connection: { user_id: "u" } }))
      .body.id;
  const [deletedAccount, left] = [await connect(id), await connect(keptId)];
  expect((await get(id)).no_of_connections, "an attempt is no connection").toBe(0);
  await db.connectedAccount.update({ where: { id: deletedAccount }, data: { status: "ACTIVE" } });
  expect((await get(id)).no_of_connections).toBe(1);
  expect(await client.call("DELETE", `/auth_configs/${id}?revoke_on_delete=true`)).toEqual({
    status: 200,
    body: {
      success: true,
      message: expect.any(String) as string,
      revoke_job_id: expect.stringMatching(/^rvj_/) as string,
    },
  });
  expect((await client.call("GET", `/auth_configs/${id}`)).status).toBe(404);
  expect((await client.call("GET", `/connected_accounts/${deletedAccount}`)).status).toBe(404);
  expect((await client.call("GET", `/connected_accounts/${left}`)).status).toBe(200);
  expect(await db.linkSession.count({ where: { accountId: deletedAccount } })).toBe(0);
  expect(await db.linkSession.count({ where: { accountId: left } })).toBe(1);
});

it("shows secrets in the clear where the project has switched masking off", async () => {
  const open = await newClient();
  await db.project.update({ where: { id: open.projectId }, data: { config: { maskSecrets: false } } });
  const { body } = await open.call("POST", "/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: custom("OAUTH2", OAUTH),
  });
  expect((await open.call("GET", `/auth_configs/${body.auth_config.id}`)).body.credentials.client_secret).toBe(SECRET);
});
