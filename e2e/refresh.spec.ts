/** Tokens that end: renewed once for everybody who waits, rotated or kept as the provider does it. */
import { type APIRequestContext, expect, test } from "@playwright/test";
import { startOAuthServer } from "../test/servers/oauth-server.mjs";
import { apiOf, createAuthConfig } from "./fixtures/api";
import { type CheckedApi, type ReturnApp, startCheckedApi, startReturnApp } from "./fixtures/loopback";
import { run } from "./harness/run";

type OAuthServer = Awaited<ReturnType<typeof startOAuthServer>>;

const TOKEN_SECONDS = 5;
const pastTheEnd = () =>
  new Promise((resolve) => {
    setTimeout(resolve, (TOKEN_SECONDS + 1) * 1000);
  });
const api = apiOf(run().url, run().api_key);

let app: ReturnApp;
test.beforeAll(async () => {
  app = await startReturnApp();
});
test.afterAll(() => app.stop());

/** An API that lets in who holds a token that is valid at the server right now, and an account connected to it. */
async function connectStrict(
  http: APIRequestContext,
  rotates: boolean,
): Promise<{ oauth: OAuthServer; upstream: CheckedApi; accountId: string; stop: () => Promise<void> }> {
  const oauth = await startOAuthServer({
    redirectUri: `${run().url}/api/v3/toolkits/auth/callback`,
    accessTokenSeconds: TOKEN_SECONDS,
    rotates,
  });
  const upstream = await startCheckedApi((request) =>
    oauth.accepts(request.headers.authorization?.replace(/^Bearer /i, "")),
  );
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: { ...oauth.credentials, base_url: upstream.url },
  });
  const connection = await api.call<{ id: string; redirect_url: string }>("POST", "/connected_accounts", {
    auth_config: { id: authConfigId },
    connection: { user_id: `refresh-${rotates}`, callback_url: `${app.url}/connected` },
  });
  expect(connection.status, connection.text).toBe(201);
  const arrived = await http.post(connection.body.redirect_url, {
    form: { action: "connect" },
    headers: { origin: new URL(connection.body.redirect_url).origin },
  });
  expect(arrived.url()).toContain(`${app.url}/connected?status=success`);
  return {
    oauth,
    upstream,
    accountId: connection.body.id,
    stop: async () => {
      await Promise.all([oauth.stop(), upstream.stop()]);
    },
  };
}

const proxy = (accountId: string) =>
  api.call<{ status: number; data: { ok?: boolean } }>("POST", "/tools/execute/proxy", {
    connected_account_id: accountId,
    endpoint: "/user",
    method: "GET",
  });
const tool = (accountId: string) =>
  api.call<{ successful: boolean }>("POST", "/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER", {
    connected_account_id: accountId,
    user_id: "refresh-true",
    arguments: {},
  });
const refreshes = (oauth: OAuthServer): string[] => oauth.grants.filter((grant) => grant.startsWith("refresh_token"));

test("four executions on an ended token send one refresh and all succeed", async ({ request: http }) => {
  const { oauth, accountId, stop } = await connectStrict(http, true);
  expect((await proxy(accountId)).body).toMatchObject({ status: 200, data: { ok: true } });
  for (let round = 1; round <= 2; round++) {
    await pastTheEnd();
    const before = refreshes(oauth).length;
    const [first, second, third, fourth] = await Promise.all([
      proxy(accountId),
      tool(accountId),
      proxy(accountId),
      tool(accountId),
    ]);
    expect([first.body.status, third.body.status]).toEqual([200, 200]);
    expect([second.body.successful, fourth.body.successful]).toEqual([true, true]);
    expect(refreshes(oauth).slice(before)).toEqual(["refresh_token"]);
  }
  await stop();
});

test("an answer without a new refresh token keeps the old one", async ({ request: http }) => {
  const { oauth, accountId, stop } = await connectStrict(http, false);
  for (let round = 1; round <= 2; round++) {
    await pastTheEnd();
    expect((await proxy(accountId)).body).toMatchObject({ status: 200, data: { ok: true } });
  }
  expect(refreshes(oauth).every((grant) => grant === "refresh_token")).toBe(true);
  expect(refreshes(oauth).length).toBeGreaterThanOrEqual(2);
  await stop();
});

test("a refresh token that the provider ended makes the account EXPIRED and says what to do", async ({
  request: http,
}) => {
  const { oauth, accountId, stop } = await connectStrict(http, true);
  await pastTheEnd();
  oauth.endAllGrants();
  const answer = await tool(accountId);
  expect(answer.body.successful ?? false).toBe(false);
  const account = await api.call<{ status: string; status_reason: string | null }>(
    "GET",
    `/connected_accounts/${accountId}`,
  );
  expect(account.body).toMatchObject({ status: "EXPIRED", status_reason: expect.stringMatching(/\w+ \w+/) });
  await stop();
});
