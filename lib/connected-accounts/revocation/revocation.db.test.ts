/** Taking access back: at a strict OAuth server, at the emulated Google, at providers with ways of their own, one account and many. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { startQueue } from "@/lib/kernel/queue";
import { type Body, type Client, newClient, submit, visit } from "@/test/connect-api";
import { type Provider, startProvider } from "@/test/loopback-provider";
import { type OAuthServer, startOAuthServer } from "@/test/oauth-server.mjs";
import {
  CALLBACK,
  credentialsFor,
  type Emulated,
  giveConsent,
  GOOGLE_EMAIL,
  installConnectToolkits,
  startProviders,
} from "@/test/oauth-providers";
import { openAccountValues } from "../account-credentials";
import { resolveAccount } from "../accounts";
import { continueRevocations, runRevocation } from "./run-job";
import { REVOKE_TASK } from "./start-job";

let client: Client;
let stranger: Client;
let provider: Provider;
let server: OAuthServer;
let emulated: Emulated;
const restores: (() => void)[] = [];

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger, provider, server, emulated] = [
    await newClient(),
    await newClient(),
    await startProvider(),
    await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 }),
    await startProviders(),
  ];
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
  provider.reset();
});
afterAll(async () => {
  emulated.stop();
  await Promise.all([provider.close(), server.stop()]);
});

const later = (seconds: number) => restores.push(moveClock(seconds * 1000));
const answerWith = (status: number, body: unknown = {}): void => {
  provider.answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};

async function newConfig(slug: string, authScheme: string, credentials: Record<string, string>): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}
async function begin(config: string, userId: string): Promise<{ id: string; consent: string }> {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId },
  });
  return { id: body.id, consent: (await visit(body.redirect_url)).location ?? "" };
}
async function consented(config: string, userId: string, who = "ada"): Promise<string> {
  const { id, consent } = await begin(config, userId);
  expect((await visit(await giveConsent(consent, who))).html).toContain("Your account is connected");
  return id;
}
async function imported(config: string, userId: string, val: Record<string, string>): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId, state: { val } },
  });
  expect(status).toBe(201);
  return body.id;
}
function refreshAtServer(token = ""): Promise<Response> {
  const { token_url: url = "", client_id = "", client_secret = "" } = server.credentials;
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, client_id, client_secret }),
  });
}
const strictConfig = (revokeUrl = `${server.url}/token/revocation`) =>
  newConfig("strict", "OAUTH2", { ...server.credentials, revoke_url: revokeUrl });
const valuesOf = async (id: string) =>
  openAccountValues(client.projectId, id, (await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials);
const shown = async (id: string): Promise<Body> => (await client.call("GET", `/connected_accounts/${id}`)).body;
const report = async (id: string) =>
  (await client.call("GET", `/internal/patchbay/revocations/${id}/report`)).body as Body & {
    accounts: { account_id: string; status: string; answer: string; revoked_tokens: string[]; attempts: number }[];
  };
const TOKENS = { access_token: "imported-access-0123456789", refresh_token: "imported-refresh-0123456789" };

describe("POST /connected_accounts/{id}/revoke", () => {
  it("revokes the refresh token, then the access token by RFC 7009, and keeps neither", async () => {
    const id = await consented(await strictConfig(), "ada");
    const { access_token: access, refresh_token: refresh } = await valuesOf(id);
    expect(await server.accepts(access)).toBe(true);
    const { status, body } = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([status, body]).toEqual([
      200,
      { revoked_tokens: ["refresh_token", "access_token"], connected_account: { id, status: "REVOKED" } },
    ]);
    expect(await server.accepts(access)).toBe(false);
    const again = await refreshAtServer(refresh);
    expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
    expect((await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials).toBeNull();
    expect(await shown(id)).toMatchObject({
      status: "REVOKED",
      status_reason: "Revoked on request. The provider revoked the refresh token and the access token.",
    });
    await expect(resolveAccount(client.projectId, { connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1803 },
    });
  });

  it("changes nothing the second time, and a new consent brings the account back under its id", async () => {
    const id = await consented(await strictConfig(), "ada");
    await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body).toEqual({
      revoked_tokens: [],
      connected_account: { id, status: "REVOKED" },
    });
    const { body } = await client.call("POST", `/connected_accounts/${id}/refresh`, {});
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    expect((await shown(id)).status).toBe("ACTIVE");
  });

  it("503: a provider that cannot be asked leaves the account as it was, and the next try succeeds", async () => {
    const id = await imported(await strictConfig(`${provider.baseUrl}/revoke`), "ada", TOKENS);
    answerWith(503);
    const failed = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([failed.status, failed.body.error?.message]).toEqual([
      503,
      expect.stringContaining("could not be asked to revoke the refresh token: HTTP 503"),
    ]);
    expect([(await shown(id)).status, await valuesOf(id)]).toEqual(["ACTIVE", expect.objectContaining(TOKENS)]);
    answerWith(200);
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "refresh_token",
      "access_token",
    ]);
    expect(provider.seen.map(({ body }) => new URLSearchParams(body).get("token_type_hint"))).toEqual([
      "refresh_token",
      "refresh_token",
      "access_token",
    ]);
  });

  it("400: tells what the provider refuses, without a secret, and deletes nothing", async () => {
    const id = await imported(await strictConfig(`${provider.baseUrl}/revoke`), "ada", TOKENS);
    answerWith(401, { error: "invalid_client", error_description: `unknown ${TOKENS.refresh_token}` });
    const { status, body } = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("invalid_client")]);
    expect(JSON.stringify(body)).not.toContain(TOKENS.refresh_token);
    expect(await valuesOf(id)).toMatchObject(TOKENS);
  });

  it("revokes at the emulated Google, where the provider's own way is found beside its token endpoint", async () => {
    const id = await consented(
      await newConfig("gmail", "OAUTH2", credentialsFor(emulated).google),
      "ada",
      GOOGLE_EMAIL,
    );
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "refresh_token",
      "access_token",
    ]);
  });

  it("deletes a GitHub token by name, with the app's id and secret", async () => {
    const config = await newConfig("github", "OAUTH2", {
      client_id: "app",
      client_secret: "app-secret-0123456",
      revoke_url: `${provider.baseUrl}/applications/{client_id}/token`,
    });
    const id = await imported(config, "ada", { access_token: "gho_imported" });
    answerWith(404, { message: "Not Found" });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body).toMatchObject({
      revoked_tokens: ["access_token"],
    });
    expect(provider.seen).toMatchObject([
      {
        method: "DELETE",
        url: "/applications/app/token",
        body: '{"access_token":"gho_imported"}',
        headers: { authorization: `Basic ${Buffer.from("app:app-secret-0123456").toString("base64")}` },
      },
    ]);
    expect((await shown(id)).status_reason).toContain("no longer counted");
  });

  it("shows Slack the bot's token and the person's, and takes its HTTP 200 with an error for one", async () => {
    const config = await newConfig("slack", "OAUTH2", {
      client_id: "1.2",
      client_secret: "slack-secret-0123",
      revoke_url: `${provider.baseUrl}/auth.revoke`,
    });
    const id = await imported(config, "ada", {
      access_token: "xoxb-1",
      authed_user: JSON.stringify({ id: "U1", access_token: "xoxp-1" }),
    });
    answerWith(200, { ok: false, error: "fatal_error" });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(400);
    answerWith(200, { ok: true, revoked: true });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer xoxb-1",
      "Bearer xoxb-1",
      "Bearer xoxp-1",
    ]);
  });

  it("renews a token that ended where only a token may ask, and keeps the new one when the rest fails", async () => {
    const config = await newConfig("slack", "OAUTH2", {
      client_id: "1.2",
      client_secret: "slack-secret-0123",
      token_url: `${provider.baseUrl}/token`,
      revoke_url: `${provider.baseUrl}/auth.revoke`,
    });
    const id = await imported(config, "ada", { access_token: "xoxe-old", refresh_token: "xoxe-r-1" });
    let down = true;
    provider.answer = ({ url, headers }, response) => {
      const body =
        url === "/token"
          ? { access_token: "xoxe-new", refresh_token: "xoxe-r-2", expires_in: 43200 }
          : headers.authorization === "Bearer xoxe-old"
            ? { ok: false, error: "token_expired" }
            : { ok: true };
      response
        .writeHead(url !== "/token" && down && headers.authorization === "Bearer xoxe-new" ? 500 : 200, {
          "content-type": "application/json",
        })
        .end(JSON.stringify(body));
    };
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(503);
    expect(await valuesOf(id)).toMatchObject({ access_token: "xoxe-new", refresh_token: "xoxe-r-2" });
    down = false;
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "access_token",
    ]);
  });

  it("deletes a key, keeps the harmless fields, and says that the key still counts at the provider", async () => {
    const id = await imported(await newConfig("keyed", "API_KEY", {}), "ada", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual(["credential"]);
    expect(await shown(id)).toMatchObject({
      status: "REVOKED",
      status_reason: expect.stringContaining("counts at the provider until somebody removes it there") as string,
    });
    expect(await valuesOf(id)).toEqual({ subdomain: "acme" });
  });

  it("does not send the tokens of an operator's own server to the public one", async () => {
    const id = await imported(
      await newConfig("github", "OAUTH2", {
        client_id: "app",
        client_secret: "app-secret-0123456",
        token_url: `${provider.baseUrl}/login/oauth/access_token`,
      }),
      "ada",
      { access_token: "gho_enterprise" },
    );
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual(["credential"]);
  });

  it("404: masks another project's account", async () => {
    const id = await imported(await newConfig("keyed", "API_KEY", {}), "ada", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    expect((await stranger.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(404);
    expect((await shown(id)).status).toBe("ACTIVE");
  });
});

describe("revoke_on_delete", () => {
  it("deletes the account at once; the job keeps the secrets sealed until the provider answered", async () => {
    const id = await consented(await strictConfig(), "ada");
    const { access_token: access } = await valuesOf(id);
    const jobId = String(
      (await client.call("DELETE", `/connected_accounts/${id}?revoke_on_delete=true`)).body.revoke_job_id,
    );
    expect((await client.call("GET", `/connected_accounts/${id}`)).status).toBe(404);
    expect((await db.revocationItem.findFirst({ where: { jobId } }))?.credentials).toMatch(/^v1\./);
    expect(
      await db.$queryRaw`SELECT payload->>'jobId' AS job FROM graphile_worker._private_jobs WHERE payload->>'jobId' = ${jobId}`,
    ).toEqual([{ job: jobId }]);
    await runRevocation({ projectId: client.projectId, jobId });
    expect(await server.accepts(access)).toBe(false);
    expect(await report(jobId)).toMatchObject({
      status: "done",
      deletes: true,
      revoked: 1,
      accounts: [{ account_id: id, status: "revoked", revoked_tokens: ["refresh_token", "access_token"] }],
    });
    expect(await db.revocationItem.count({ where: { jobId, credentials: { not: null } } })).toBe(0);
  });

  it("answers no job, and keeps nothing, without it", async () => {
    const id = await imported(await strictConfig(), "ada", TOKENS);
    expect((await client.call("DELETE", `/connected_accounts/${id}`)).body).toEqual({ success: true });
    expect(await db.revocationItem.count({ where: { accountId: id } })).toBe(0);
  });

  it("tells the provider with an app that is deleted by then, when the auth config goes", async () => {
    const config = await strictConfig();
    const ids = [await consented(config, "ada"), await consented(config, "bob")];
    const tokens = await Promise.all(ids.map(async (id) => (await valuesOf(id)).access_token));
    const { body } = await client.call("DELETE", `/auth_configs/${config}?revoke_on_delete=true`);
    expect((await client.call("GET", `/auth_configs/${config}`)).status).toBe(404);
    await runRevocation({ jobId: body.revoke_job_id });
    expect(await Promise.all(tokens.map(server.accepts))).toEqual([false, false]);
    expect(await report(String(body.revoke_job_id))).toMatchObject({
      status: "done",
      scope: "auth_config",
      target: config,
      revoked: 2,
    });
  });

  it("404: leaves no job behind for another project's account", async () => {
    const id = await imported(await strictConfig(), "ada", TOKENS);
    expect((await stranger.call("DELETE", `/connected_accounts/${id}?revoke_on_delete=true`)).status).toBe(404);
    expect(await db.revocationJob.count({ where: { projectId: stranger.projectId } })).toBe(0);
  });
});

const panic = async (scope: object): Promise<Body> => {
  const { status, body } = await client.call("POST", "/internal/patchbay/revocations", scope);
  expect([status, body.error?.message]).toEqual([202, undefined]);
  return body;
};

describe("revoking everything", () => {
  it("of a user: nothing can be used from the first moment, and the report says what each provider answered", async () => {
    const user = "panic user";
    const strict = await consented(await strictConfig(), user);
    const key = await imported(await newConfig("keyed", "API_KEY", {}), user, {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    const open = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await newConfig("keyed", "API_KEY", {}) },
      connection: { user_id: user },
    });
    const other = await imported(await newConfig("keyed", "API_KEY", {}), "somebody else", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    const { access_token: access } = await valuesOf(strict);
    const job = await panic({ scope: "user", target: user });
    expect(job).toMatchObject({ scope: "user", target: user, status: "running", total: 3, waiting: 3 });
    expect(await Promise.all([strict, key, open.body.id, other].map(async (id) => (await shown(id)).status))).toEqual([
      "REVOKED",
      "REVOKED",
      "REVOKED",
      "ACTIVE",
    ]);
    expect(
      (
        await submit(open.body.redirect_url, {
          action: "connect",
          subdomain: "acme",
          api_key: "planted-api-key-0123456789",
        })
      ).html,
    ).not.toContain("Your account is connected");
    await runRevocation({ jobId: job.id });
    expect(await server.accepts(access)).toBe(false);
    expect(await report(job.id)).toMatchObject({
      status: "done",
      waiting: 0,
      revoked: 3,
      kept_elsewhere: 1,
      failed: 0,
    });
    expect((await shown(strict)).status_reason).toBe("The provider revoked the refresh token and the access token.");
    expect(JSON.stringify(await report(job.id))).not.toContain("planted-api-key");
    expect((await stranger.call("GET", `/internal/patchbay/revocations/${job.id}/report`)).status).toBe(404);
    expect((await stranger.call("GET", "/internal/patchbay/revocations")).body.items).toEqual([]);
  });

  it("refuses a consent that was under way, so that it cannot bring an account back, and returns its tokens", async () => {
    const { id, consent } = await begin(await strictConfig(), "under way");
    const back = await giveConsent(consent, "ada");
    await panic({ scope: "user", target: "under way" });
    expect((await visit(back)).html).not.toContain("Your account is connected");
    expect((await shown(id)).status).toBe("REVOKED");
    expect((await refreshAtServer(server.refreshTokens.at(-1))).status).toBe(400);
  });

  it("of an auth config, a toolkit and the project, each its own accounts", async () => {
    const val = { subdomain: "acme", api_key: "planted-api-key-0123456789" };
    const configs = [
      await newConfig("keyed", "API_KEY", {}),
      await newConfig("keyed", "API_KEY", {}),
      await newConfig("basic", "BASIC", {}),
    ] as const;
    const ids = [
      await imported(configs[0], "u", val),
      await imported(configs[1], "u", val),
      await imported(configs[2], "u", { username: "u", password: "p" }),
    ];
    const statuses = () => Promise.all(ids.map(async (id) => (await shown(id)).status));
    await panic({ scope: "auth_config", target: configs[0] });
    expect(await statuses()).toEqual(["REVOKED", "ACTIVE", "ACTIVE"]);
    await panic({ scope: "toolkit", target: "keyed" });
    expect(await statuses()).toEqual(["REVOKED", "REVOKED", "ACTIVE"]);
    await panic({ scope: "project" });
    expect(await statuses()).toEqual(["REVOKED", "REVOKED", "REVOKED"]);
    expect(await panic({ scope: "project" })).toMatchObject({ total: 0, status: "done" });
    expect(
      (await client.call("POST", "/internal/patchbay/revocations", { scope: "auth_config", target: "ac_nobody" }))
        .status,
    ).toBe(404);
  });

  it("tries again after pauses, gives up after six tries, and forgets the credentials then", async () => {
    await continueRevocations();
    provider.reset();
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "stubborn", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "stubborn" });
    answerWith(503);
    await runRevocation({ jobId });
    expect((await report(jobId)).accounts).toMatchObject([
      { status: "waiting", attempts: 1, answer: expect.stringContaining("Another try follows.") as string },
    ]);
    expect(await continueRevocations().then(() => provider.seen)).toHaveLength(1);
    for (const pause of [11, 61, 301, 901, 1801, 1801]) await (later(pause), continueRevocations());
    expect(provider.seen).toHaveLength(6);
    expect(await report(jobId)).toMatchObject({
      status: "done",
      failed: 1,
      accounts: [
        { status: "failed", attempts: 6, answer: expect.stringContaining("remove the app's access") as string },
      ],
    });
    expect(await db.revocationItem.count({ where: { jobId, credentials: { not: null } } })).toBe(0);
  });

  it("is taken up by another process when the one that worked at it is gone", async () => {
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "crashed", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "crashed" });
    answerWith(200);
    await db.revocationItem.updateMany({
      where: { jobId },
      data: { attempts: 1, nextAt: new Date(Date.now() + 180_000) },
    });
    await continueRevocations();
    expect(provider.seen).toHaveLength(0);
    later(181);
    await continueRevocations();
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 1, accounts: [{ attempts: 2 }] });
  });

  it("asks the provider once for each token when two processes work at one job", async () => {
    const config = await strictConfig(`${provider.baseUrl}/revoke`);
    for (let at = 0; at < 12; at++) await imported(config, "twins", { access_token: `access-of-twin-${at}` });
    const { id: jobId } = await panic({ scope: "user", target: "twins" });
    answerWith(200);
    await Promise.all([runRevocation({ jobId }), runRevocation({ jobId })]);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 12 });
    expect(provider.seen).toHaveLength(12);
  });

  it("runs from the queue by itself", async () => {
    await imported(await newConfig("keyed", "API_KEY", {}), "queued", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    await startQueue({ [REVOKE_TASK]: runRevocation }, []);
    const { id } = await panic({ scope: "user", target: "queued" });
    await expect.poll(async () => (await report(id)).status, { timeout: 10_000 }).toBe("done");
  });
});
