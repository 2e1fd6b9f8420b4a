/** Secrets stay sealed: none is readable in the database, the server's output, the API's answers or a URL. */
import { expect, test } from "@playwright/test";
import { startOAuthServer } from "../test/servers/oauth-server.mjs";
import { type Api, apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { dumpTables } from "./fixtures/database";
import { type CheckedApi, type ReturnApp, startCheckedApi, startReturnApp } from "./fixtures/loopback";
import { type Product, startProduct } from "./harness/product";
import { provision } from "./harness/provision";

const PLANTED = {
  clientSecret: "planted-client-secret-8d1f02c6",
  apiKey: "planted-api-key-4b7790ae",
  password: "planted-basic-password-c5e361",
  bearer: "planted-bearer-token-19fe84",
  custom: "planted-custom-token-77aa31",
  header: "planted-header-value-e0d5b9",
};

let product: Product;
let upstream: CheckedApi;
let app: ReturnApp;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct({ PATCHBAY_LOG_LEVEL: "debug" });
  upstream = await startCheckedApi(() => true);
  app = await startReturnApp();
});
test.afterAll(async () => {
  await Promise.all([upstream.stop(), app.stop()]);
  await product.stop();
});

/** Runs a tool call and a failing one with the account, so that both reach the log. */
async function use(api: Api, accountId: string): Promise<void> {
  await api.call("POST", "/tools/execute/proxy", {
    connected_account_id: accountId,
    endpoint: "/things",
    method: "POST",
    body: { a: 1 },
    parameters: [{ name: "x-extra", type: "header", value: "1" }],
  });
  await api.call("POST", "/tools/execute/proxy", {
    connected_account_id: accountId,
    endpoint: "http://127.0.0.1:9/down",
    method: "GET",
  });
  await api.call("GET", `/connected_accounts/${accountId}`);
}

async function connectKeys(api: Api): Promise<void> {
  const kinds = [
    { toolkit: "stripe", scheme: "BEARER_TOKEN", val: { token: PLANTED.bearer } },
    { toolkit: "twilio", scheme: "BASIC", val: { username: "AC1", password: PLANTED.password } },
    { toolkit: "listennotes", scheme: "API_KEY", val: { api_key: PLANTED.apiKey, generic_api_key: PLANTED.apiKey } },
  ];
  for (const { toolkit, scheme, val } of kinds) {
    const authConfigId = await createAuthConfig(api, { toolkit, scheme, credentials: { base_url: upstream.url } });
    await use(api, await connectAccount(api, { authConfigId, userId: "secrets", scheme, val }));
  }
  await api.call("POST", "/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER", {
    arguments: {},
    custom_connection_data: {
      authScheme: "OAUTH2",
      toolkitSlug: "github",
      val: { access_token: PLANTED.custom, base_url: upstream.url },
    },
    custom_auth_params: {
      base_url: upstream.url,
      parameters: [{ name: "authorization", in: "header", value: `Bearer ${PLANTED.header}` }],
    },
  });
  await api.call("POST", "/connected_accounts", {
    auth_config: { id: "ac_none" },
    connection: { user_id: "u", state: { authScheme: "API_KEY", val: { api_key: PLANTED.apiKey } } },
  });
}

test("none is readable anywhere after every flow", async ({ page }) => {
  test.setTimeout(120_000);
  const account = await provision(product, { email: "secrets@example.com", project: "default" });
  const api = apiOf(product.url, account.api_key);
  const oauth = await startOAuthServer({
    redirectUri: `${product.url}/api/v3/toolkits/auth/callback`,
    accessTokenSeconds: 600,
    clientSecret: PLANTED.clientSecret,
  });
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: { ...oauth.credentials, base_url: upstream.url },
  });
  const issuing = apiOf(product.url, account.api_key);
  const link = await issuing.call<{ link_token: string; redirect_url: string; connected_account_id: string }>(
    "POST",
    "/connected_accounts/link",
    { auth_config_id: authConfigId, user_id: "secrets", callback_url: `${app.url}/connected` },
  );
  expect(link.status, link.text).toBe(201);
  const visited: string[] = [];
  page.on("request", (request) => visited.push(request.url()));
  await page.goto(link.body.redirect_url);
  await page.getByRole("button", { name: /connect|continue/i }).click();
  await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible();
  await use(api, link.body.connected_account_id);
  await api.call("POST", `/connected_accounts/${link.body.connected_account_id}/refresh`, {});
  await use(api, link.body.connected_account_id);
  await connectKeys(api);
  const second = await provision(product, { email: "secrets@example.com", project: "default" });
  await apiOf(product.url, second.api_key).call("GET", "/connected_accounts");
  for (const list of ["/connected_accounts", "/auth_configs", "/internal/patchbay/api_keys"])
    await api.call("GET", list);
  const logs = await api.call<{ logs: { id: string }[] }>("POST", "/logs/tool_execution", { limit: 100 });
  for (const { id } of logs.body.logs) await api.call("GET", `/logs/tool_execution/${id}`);

  const accessTokensUsed = upstream.seen.flatMap(
    ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? [],
  );
  const accessTokens = [...new Set(accessTokensUsed)].filter((token) => !Object.values(PLANTED).includes(token));
  expect(accessTokens.length).toBeGreaterThan(0);
  const secrets = Object.entries({
    ...PLANTED,
    ...Object.fromEntries(accessTokens.map((token, index) => [`accessToken${index}`, token])),
    ...Object.fromEntries(oauth.refreshTokens.map((token, index) => [`refreshToken${index}`, token])),
    linkToken: link.body.link_token,
    apiKey1: account.api_key,
    apiKey2: second.api_key,
    ownerPassword: account.password ?? "no-password",
  });
  const forms = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
    Buffer.from(`AC1:${secret}`).toString("base64"),
  ];
  const findLeaks = (where: string, texts: string[], skip: string[] = []): string[] =>
    secrets
      .filter(([name]) => !skip.includes(name))
      .flatMap(([name, secret]) =>
        texts
          .filter((text) => forms(secret).some((form) => text.includes(form)))
          .map((text) => `${where}: ${name} in ${text.slice(0, 300)}`),
      );

  // Logs are written behind the answer.
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  const rows = await dumpTables(product.dataDir);
  expect(rows.filter((row) => row.startsWith("public.tool_log ")).length).toBeGreaterThan(5);
  expect(findLeaks("the database", rows)).toEqual([]);
  expect(findLeaks("the server's output", product.output().split("\n"))).toEqual([]);
  expect(findLeaks("an answer", api.transcript)).toEqual([]);
  // The connect link is the only address that is a credential, for ten minutes and one use.
  expect(findLeaks("a URL", visited, ["linkToken"])).toEqual([]);
  await oauth.stop();
});
