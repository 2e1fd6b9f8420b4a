/** A person who connects an account cannot lead a secret of the auth config to a server of her own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient, submit } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { requireResolved } from "../accounts/accounts";
import { openCredentials } from "../credentials/open-credentials";
import { ON } from "@/test/builders/origin";

const SECRET = "the-project-s-client-secret-0123";
const APP = { client_id: "an-app", client_secret: SECRET };
const createField = (name: string, isSecret = false) => ({
  name,
  displayName: `The ${name}`,
  description: `What ${name} is`,
  type: "string" as const,
  required: true,
  isSecret,
  aliases: [],
});

let client: Client;
let hers: Provider;

beforeAll(async () => {
  await installConnectToolkits({
    anyhost: {
      name: "Any host",
      auth: [{ mode: "OAUTH2", provider: "okta", connectionFields: [createField("domain")] }],
    },
    ending: { name: "Ending", auth: [{ mode: "OAUTH2", provider: "zoho", connectionFields: [createField("region")] }] },
    shop: {
      name: "Shop",
      auth: [{ mode: "OAUTH2", provider: "shopify", connectionFields: [createField("subdomain")] }],
    },
    shared: { name: "Shared", auth: [{ mode: "API_KEY", connectionFields: [createField("base_url")] }] },
    lent: {
      name: "Lent",
      auth: [
        {
          mode: "BASIC_WITH_JWT",
          connectionFields: [createField("base_url"), createField("partner_key", true)],
          grant: {
            kind: "login",
            url: "{base_url}/login",
            body: "json",
            fields: { user: "{username}", pass: "{password}", partner: "{partner_key}" },
            headers: {},
            tokenPath: "token",
            expiresInSeconds: 600,
          },
        },
      ],
    },
  });
  [client, hers] = [await newClient(), await startProvider()];
});
beforeEach(() => {
  hers.reset();
  hers.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"access_token":"hers","token":"hers"}');
  };
});
afterAll(() => hers.close());

async function newConfig(slug: string, authScheme: string, credentials: object, shared?: object): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials, ...(shared && { shared_credentials: shared }) },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}
const imported = (config: string, authScheme: string, val: object) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "eve", state: { authScheme, val } },
  });
const fill = async (config: string, fields: Record<string, string>) => {
  const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "eve" });
  return submit(body.redirect_url, { action: "connect", ...fields });
};
const open = async (id: string) => {
  const account = await requireResolved(client.projectId, id);
  const [scheme] = (await requireToolkit(client.projectId, account.toolkitSlug)).authSchemes;
  if (!scheme) throw new Error("no scheme");
  return openCredentials(client.projectId, account, scheme, ON);
};

describe("the connect page", () => {
  it.each([
    ["anyhost", { domain: "evil.example" }, "The token URL takes its server from domain"],
    ["ending", { region: "com.evil.example" }, "must be one of com, eu, in, com.au, jp, com.cn, sa, uk"],
    ["shop", { subdomain: "evil.example/" }, "must be a name below myshopify.com"],
  ])("%s: with %j nobody is sent to the provider", async (slug, fields, sentence) => {
    const page = await fill(await newConfig(slug, "OAUTH2", APP), fields);
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.html).toContain(sentence);
  });

  it.each([
    ["anyhost", { domain: "acme.okta.example" }, {}, "acme.okta.example"],
    ["ending", {}, { region: "com.au" }, "accounts.zoho.com.au"],
    ["shop", {}, { subdomain: "acme" }, "acme.myshopify.com"],
  ])("%s: with %j in the auth config and %j typed it goes on", async (slug, credentials, fields, host) => {
    const page = await fill(await newConfig(slug, "OAUTH2", { ...APP, ...credentials }), fields);
    expect(new URL(page.location ?? "").host).toBe(host);
  });
});

describe("existing accounts", () => {
  it("renew no token at a server that the connection names, and the error names the setting", async () => {
    const { host } = new URL(hers.baseUrl);
    const { body } = await imported(await newConfig("anyhost", "OAUTH2", APP), "OAUTH2", {
      access_token: "a-token-0123456789",
      refresh_token: "a-refresh-token-0123",
      expires_in: 60,
      domain: host,
    });
    const restore = moveClock(3_600_000);
    await expect(open(body.id)).rejects.toMatchObject({
      kind: "BadRequest",
      message: expect.stringContaining("takes its server from domain") as string,
      details: { suggestedFix: expect.stringContaining("credentials.domain") as string },
    });
    restore();
    const revoked = await client.call("POST", `/connected_accounts/${body.id}/revoke`);
    expect(JSON.stringify(revoked.body)).not.toContain(SECRET);
    expect(hers.seen).toEqual([]);
  });

  it("send no shared key of the auth config to a server of the connection", async () => {
    const config = await newConfig("shared", "API_KEY", {}, { api_key: "a-shared-key-0123456" });
    const { body } = await imported(config, "API_KEY", { base_url: hers.baseUrl });
    await expect(open(body.id)).rejects.toThrow("The base URL takes its server from base_url");
    const shared = { api_key: "a-shared-key-0123456", base_url: "https://given.example" };
    const configWithUrl = await newConfig("shared", "API_KEY", {}, shared);
    const moved = await imported(configWithUrl, "API_KEY", { base_url: hers.baseUrl });
    await expect(open(moved.body.id)).rejects.toThrow("The base URL takes its server from base_url");
    const ownAccount = await imported(config, "API_KEY", { base_url: hers.baseUrl, api_key: "a-key-of-her-own-012" });
    expect((await open(ownAccount.body.id)).baseUrl).toBe(hers.baseUrl);
  });

  it("use a shared secret at no server of the connection, and their own secret anywhere", async () => {
    const values = { username: "eve", password: "hers-0123456789", base_url: hers.baseUrl };
    const config = await newConfig("lent", "BASIC_WITH_JWT", {}, { partner_key: "a-shared-key-0123456" });
    const { status, body } = await imported(config, "BASIC_WITH_JWT", values);
    expect([status, body.error?.message]).toEqual([
      400,
      expect.stringContaining("The sign-in URL takes its server from base_url"),
    ]);
    expect(hers.seen).toEqual([]);
    const configId = await newConfig("lent", "BASIC_WITH_JWT", {});
    const { body: account } = await imported(configId, "BASIC_WITH_JWT", {
      ...values,
      partner_key: "her-own-key-012345",
    });
    expect((await open(account.id)).values.access_token).toBe("hers");
  });
});
