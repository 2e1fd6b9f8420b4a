/** Every scheme without a consent page through the official SDKs: bearer token, basic, API key and none. */
import { expect, test } from "@playwright/test";
import { AuthScheme } from "@composio/core";
import { type Emulators, STRIPE_KEY, TWILIO_SID, TWILIO_TOKEN, startEmulators } from "../fixtures/emulators";
import { type CheckedApi, startCheckedApi } from "../fixtures/loopback";
import { run } from "../harness/run";
import { catchWarnings, sdks } from "./sdks";

const KEY = "loopback-api-key-91c2f7";
const KEYED_TOOLKIT = "listennotes";
const KEY_HEADER = "x-listenapi-key";

let emulators: Emulators;
let keyed: CheckedApi;
let open: CheckedApi;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  keyed = await startCheckedApi((request) => request.headers[KEY_HEADER] === KEY);
  open = await startCheckedApi(() => true);
});
test.afterAll(async () => {
  emulators.stop();
  await Promise.all([keyed.stop(), open.stop()]);
});

for (const { name, connect } of sdks) {
  test.describe(name, () => {
    const composio = connect();
    const userId = `keys-${name.replaceAll(/\W/g, "-")}`;
    let caught: ReturnType<typeof catchWarnings>;
    test.beforeEach(() => {
      caught = catchWarnings();
    });
    test.afterEach(() => {
      caught.release();
      expect(caught.warnings).toEqual([]);
    });

    test("a bearer token reaches Stripe", async () => {
      const config = await composio.authConfigs.create("stripe", {
        type: "use_custom_auth",
        authScheme: "BEARER_TOKEN",
        credentials: { base_url: emulators.urls.stripe },
      });
      const request = await composio.connectedAccounts.initiate(userId, config.id, {
        config: AuthScheme.BearerToken({ token: STRIPE_KEY }),
      });
      expect((await request.waitForConnection(10_000)).status).toBe("ACTIVE");
      const answer = await composio.tools.proxyExecute({
        connectedAccountId: request.id,
        endpoint: "/v1/customers",
        method: "GET",
      });
      expect(answer).toMatchObject({
        status: 200,
        data: { data: expect.arrayContaining([expect.objectContaining({ name: "Grace Hopper" })]) },
      });
    });

    test("a user name and password reach Twilio", async () => {
      const config = await composio.authConfigs.create("twilio", {
        type: "use_custom_auth",
        authScheme: "BASIC",
        credentials: { base_url: emulators.urls.twilio },
      });
      const request = await composio.connectedAccounts.initiate(userId, config.id, {
        config: AuthScheme.Basic({ username: TWILIO_SID, password: TWILIO_TOKEN }),
      });
      const response = await composio.tools.proxyExecute({
        connectedAccountId: request.id,
        endpoint: `/2010-04-01/Accounts/${TWILIO_SID}.json`,
        method: "GET",
      });
      expect(response).toMatchObject({ status: 200, data: { friendly_name: "Loopback account" } });

      const wrong = await composio.connectedAccounts.initiate(`${userId}-wrong`, config.id, {
        config: AuthScheme.Basic({ username: TWILIO_SID, password: "not-it" }),
      });
      const refusal = await composio.tools.proxyExecute({
        connectedAccountId: wrong.id,
        endpoint: `/2010-04-01/Accounts/${TWILIO_SID}.json`,
        method: "GET",
      });
      expect(refusal.status).toBe(401);
    });

    test("an API key goes where the toolkit says, and nowhere else", async () => {
      const config = await composio.authConfigs.create(KEYED_TOOLKIT, {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        credentials: { base_url: keyed.url },
      });
      const request = await composio.connectedAccounts.initiate(userId, config.id, {
        config: AuthScheme.APIKey({ api_key: KEY }),
      });
      const answer = await composio.tools.proxyExecute({
        connectedAccountId: request.id,
        endpoint: "/things",
        method: "POST",
        body: { a: 1 },
        parameters: [{ in: "query", name: "q", value: "1" }],
      });
      expect(answer).toMatchObject({ status: 200, data: { ok: true, sent: '{"a":1}' } });
      expect(
        await composio.tools
          .proxyExecute({ connectedAccountId: request.id, endpoint: `${open.url}/elsewhere`, method: "GET" })
          .catch((error: unknown) => error),
      ).toMatchObject({ name: expect.stringContaining("Error") });
      expect(open.seen.filter(({ path }) => path.startsWith("/elsewhere"))).toEqual([]);
    });

    test("a tool without credentials needs no account", async () => {
      const answer = await composio.tools.execute("HACKERNEWS_GET_USER", {
        userId,
        arguments: { username: "pg" },
        dangerouslySkipVersionCheck: true,
        customAuthParams: { baseURL: open.url, parameters: [] },
      });
      expect(answer.successful).toBe(true);
      expect(open.seen.at(-1)?.path).toContain("pg");
      expect(open.seen.at(-1)?.headers.authorization).toBeUndefined();
    });
  });
}
