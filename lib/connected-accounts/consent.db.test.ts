/** Connecting through consent pages of real providers: GitHub, Google and Slack as their emulators play them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { hashToken } from "@/lib/kernel/ids";
import { type Body, type Client, newClient, submit, visit } from "@/test/connect-api";
import {
  APPS,
  CALLBACK,
  type Emulated,
  GITHUB_LOGIN,
  GOOGLE_EMAIL,
  SLACK_NAME,
  credentialsFor,
  giveConsent,
  installConnectToolkits,
  startProviders,
} from "@/test/oauth-providers";
import { resolveAccount } from "./accounts";
import { openCredentials } from "./credentials";
import { refreshNow } from "./credentials";
import { requireToolkit } from "@/lib/catalog/toolkits";
import { activateAccount } from "./activate";

let providers: Emulated;
let client: Client;

beforeAll(async () => {
  await installConnectToolkits();
  providers = await startProviders();
  client = await newClient();
});
afterAll(() => {
  providers.stop();
});

const APP_URL = "https://app.example/connected?tab=1";

async function authConfig(
  toolkit: "github" | "gmail" | "slack",
  credentials: Record<string, unknown>,
): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials },
  });
  expect(status).toBe(201);
  return body.auth_config.id;
}

const githubConfig = (more: Record<string, unknown> = {}) =>
  authConfig("github", { ...credentialsFor(providers).github, ...more });

async function link(authConfigId: string, more: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: authConfigId,
    user_id: "ada",
    callback_url: APP_URL,
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

/** Opens the page, presses the button, consents at the provider and comes back; gives the way back without taking it. */
async function untilCallback(url: string, who: string): Promise<string> {
  const { status, location } = await submit(url, { action: "connect" });
  expect(status).toBe(303);
  return giveConsent(location ?? "", who);
}

const account = async (id: string): Promise<Body> => (await client.call("GET", `/connected_accounts/${id}`)).body;

describe("a consent", () => {
  it("303: goes from the link through GitHub back to the app, and the account is ACTIVE with a masked token", async () => {
    const made = await link(await githubConfig());
    expect(made.redirect_url).toBe(`http://localhost:3000/connect/${made.link_token}`);
    expect((await account(made.connected_account_id)).status).toBe("INITIALIZING");

    const page = await visit(made.redirect_url);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Continue to GitHub");
    const sent = await submit(made.redirect_url, { action: "connect" });
    const authorize = new URL(sent.location ?? "");
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      client_id: APPS.github.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "repo read:org",
      code_challenge_method: "S256",
    });
    expect((await account(made.connected_account_id)).status).toBe("INITIATED");

    const back = await visit(await giveConsent(authorize.href, GITHUB_LOGIN));
    expect(back.status).toBe(303);
    expect(back.location).toBe(`${APP_URL}&status=success&connected_account_id=${made.connected_account_id}`);
    const connected = await account(made.connected_account_id);
    expect(connected).toMatchObject({
      status: "ACTIVE",
      status_reason: null,
      requested_scopes: ["repo", "read:org"],
      state: { authScheme: "OAUTH2", val: { status: "ACTIVE" } },
    });
    expect(connected.state.val.access_token).toMatch(/^.{0,4}\.\.\.$/);
  });

  it("303: keeps what the provider's callback says besides the code, and nothing that it does not know", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    expect(
      (await visit(`${back}&installation_id=4711%0A&access_token=forged&base_url=https%3A%2F%2Fevil.example`)).location,
    ).toContain("status=success");
    const scheme = (await requireToolkit(client.projectId, "github")).authSchemes.find(({ mode }) => mode === "OAUTH2");
    if (!scheme) throw new Error("GitHub has no OAuth scheme.");
    const { values } = await openCredentials(
      client.projectId,
      await resolveAccount(client.projectId, { toolkitSlug: "github", connectedAccountId: made.connected_account_id }),
      scheme,
    );
    expect(values.installation_id).toBe("4711");
    expect(values.access_token).not.toBe("forged");
    expect(values.base_url).not.toBe("https://evil.example");
  });

  it("400: refuses the replay of a state, and leaves the account as it is", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    expect((await visit(back)).location).toContain("status=success");
    const replay = await visit(back);
    expect(replay).toMatchObject({ status: 400, location: null });
    expect(replay.html).toContain("This sign-in cannot be finished");
    expect((await account(made.connected_account_id)).status).toBe("ACTIVE");
  });

  it("lets exactly one of two simultaneous callbacks through", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    const answers = await Promise.all([visit(back), visit(back), visit(back)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    expect((await account(made.connected_account_id)).status).toBe("ACTIVE");
  });

  it("400: tells a person with an unknown or an outdated state nothing but where to go", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    const restore = moveClock(601_000);
    const late = await visit(back);
    restore();
    const unknown = await visit(`${CALLBACK}?state=st_unknown&code=x`);
    expect([late.status, unknown.status]).toEqual([400, 400]);
    expect(late.html).toBe(unknown.html);
    expect(unknown.html).not.toContain("st_unknown");
  });

  it("is FAILED with the provider's words when GitHub refuses with HTTP 200", async () => {
    const made = await link(await githubConfig({ client_secret: "a-wrong-secret-of-the-operator" }));
    const back = await visit(await untilCallback(made.redirect_url, GITHUB_LOGIN));
    const result = new URL(back.location ?? "").searchParams;
    expect(Object.fromEntries(result)).toMatchObject({
      status: "failed",
      connected_account_id: made.connected_account_id,
      error: "incorrect_client_credentials",
    });
    const failed = await account(made.connected_account_id);
    expect(failed.status).toBe("FAILED");
    expect(failed.status_reason).toMatch(/incorrect_client_credentials: .*incorrect/);
    expect(JSON.stringify([failed, back.location])).not.toContain("a-wrong-secret-of-the-operator");
  });

  it("is FAILED when the person says no, and the app is told", async () => {
    const made = await link(await githubConfig());
    const { location } = await submit(made.redirect_url, { action: "connect" });
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    const back = await visit(`${CALLBACK}?error=access_denied&error_description=no&state=${state}`);
    expect(Object.fromEntries(new URL(back.location ?? "").searchParams)).toMatchObject({
      status: "failed",
      error: "access_denied",
      error_description: "The person did not give consent.",
    });
    expect(await account(made.connected_account_id)).toMatchObject({
      status: "FAILED",
      status_reason: "The person did not give consent.",
    });
  });

  it("is FAILED when the answer comes from another issuer (RFC 9207)", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    expect((await visit(`${back}&iss=${encodeURIComponent("https://evil.example")}`)).location).toContain(
      "error=invalid_issuer",
    );
    expect((await account(made.connected_account_id)).status).toBe("FAILED");
  });

  it("never leaves an account waiting when the work after the state breaks", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    await db.connectedAccount.update({
      where: { id: made.connected_account_id },
      data: { credentials: "v1.broken.value" },
    });
    expect((await visit(back)).location).toContain("error=server_error");
    expect(await db.connectedAccount.findFirst({ where: { id: made.connected_account_id } })).toMatchObject({
      status: "FAILED",
      statusReason: "The server failed to finish the connection.",
    });
  });

  it("is FAILED, with a page for the person, when the provider cannot be reached and the app gave no address", async () => {
    const made = await link(await githubConfig({ token_url: "http://127.0.0.1:9/token" }), { callback_url: undefined });
    const { location } = await submit(made.redirect_url, { action: "connect" });
    const back = await visit(await giveConsent(location ?? "", GITHUB_LOGIN));
    expect(back.status).toBe(400);
    expect(back.html).toContain("Your account was not connected");
    expect((await account(made.connected_account_id)).status_reason).toMatch(/could not be asked for a token/);
  });

  it("brings the person to a plain page when the app gave no address", async () => {
    const made = await link(await githubConfig(), { callback_url: undefined });
    const back = await visit(await untilCallback(made.redirect_url, GITHUB_LOGIN));
    expect(back.status).toBe(200);
    expect(back.html).toContain("Your account is connected");
  });
});

describe("other providers", () => {
  it("connects Google, and a refresh without a new refresh token keeps the old one", async () => {
    const made = await link(await authConfig("gmail", credentialsFor(providers).google), { user_id: "google-user" });
    expect((await visit(await untilCallback(made.redirect_url, GOOGLE_EMAIL))).location).toContain("status=success");
    const scheme = (await requireToolkit(client.projectId, "gmail")).authSchemes[0];
    if (!scheme) throw new Error("gmail has no scheme");
    const resolved = await resolveAccount(client.projectId, { toolkitSlug: "gmail", userId: "google-user" });
    const before = await openCredentials(client.projectId, resolved, scheme);
    expect(before).toMatchObject({ baseUrl: providers.urls.google });
    expect(before.values.refresh_token).toBeTruthy();
    const after = await refreshNow(client.projectId, resolved, scheme, { because: "a test" });
    expect(after.values.access_token).not.toBe(before.values.access_token);
    expect(after.values.refresh_token).toBe(before.values.refresh_token);
    const again = await client.call("POST", `/connected_accounts/${resolved.id}/refresh`, {});
    expect(again.body).toEqual({ id: resolved.id, status: "ACTIVE", redirect_url: null });
  });

  it("connects Slack with its comma-separated scopes", async () => {
    const made = await link(
      await authConfig("slack", { ...credentialsFor(providers).slack, user_scopes: "search:read" }),
    );
    const { location } = await submit(made.redirect_url, { action: "connect" });
    expect(Object.fromEntries(new URL(location ?? "").searchParams)).toMatchObject({
      scope: "chat:write,channels:read",
      user_scope: "search:read",
    });
    expect((await visit(await giveConsent(location ?? "", SLACK_NAME))).location).toContain("status=success");
    const shown = await account(made.connected_account_id);
    expect(shown.state.val.team).toMatchObject({ name: expect.any(String) as string });
    expect(JSON.stringify(shown)).not.toMatch(/xox[bp]-\w{6}/);
  });
});

describe("POST /connected_accounts", () => {
  it("201: begins a consent with a link that goes straight to the provider, again and again while it lives", async () => {
    const { status, body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: {
        user_id: "eve",
        callback_url: APP_URL,
        state: { authScheme: "OAUTH2", val: { status: "INITIALIZING" } },
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "INITIATED",
      connectionData: { authScheme: "OAUTH2", val: { status: "INITIATED", redirectUrl: body.redirect_url } },
    });
    expect((await account(body.id)).state.val.redirectUrl).toBe(body.redirect_url);
    const scanner = await visit(body.redirect_url);
    const person = await visit(body.redirect_url);
    expect([scanner.status, person.status]).toEqual([303, 303]);
    expect((await visit(await giveConsent(person.location ?? "", GITHUB_LOGIN))).location).toContain("status=success");
    expect((await visit(body.redirect_url)).html).toContain("was used already");
    expect((await account(body.id)).state.val).not.toHaveProperty("redirectUrl");
  });

  it("201: imports tokens that exist, ACTIVE at once", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: {
        user_id: "imp",
        state: { authScheme: "OAUTH2", val: { access_token: "gho_imported_token_1", expires_in: 3600 } },
      },
    });
    expect(body).toMatchObject({
      status: "ACTIVE",
      redirect_url: null,
      connectionData: { val: { status: "ACTIVE", access_token: "gho_..." } },
    });
    expect((await db.connectedAccount.findFirst({ where: { id: body.id } }))?.expiresAt?.getTime()).toBeGreaterThan(
      Date.now() + 3_500_000,
    );
  });

  it("keeps an account that works while its consent is renewed, and its id", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: { user_id: "again", state: { authScheme: "OAUTH2", val: { access_token: "gho_imported_token_2" } } },
    });
    const renewed = await client.call(
      "POST",
      `/connected_accounts/${body.id}/refresh?redirect_url=${encodeURIComponent(APP_URL)}`,
      {},
    );
    expect(renewed.body).toMatchObject({
      id: body.id,
      status: "ACTIVE",
      redirect_url: expect.stringContaining("/connect/ln_") as string,
    });
    const { location } = await visit(renewed.body.redirect_url);
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    expect((await visit(`${CALLBACK}?error=access_denied&state=${state}`)).location).toContain("status=failed");
    expect((await account(body.id)).status).toBe("ACTIVE");
    const second = await visit(renewed.body.redirect_url);
    expect((await visit(await giveConsent(second.location ?? "", GITHUB_LOGIN))).location).toBe(
      `${APP_URL}&status=success&connected_account_id=${body.id}`,
    );
    const resolved = await resolveAccount(client.projectId, { toolkitSlug: "github", userId: "again" });
    expect(resolved.id).toBe(body.id);
  });

  it("does not bring back a deleted account", async () => {
    const made = await link(await githubConfig());
    const back = await untilCallback(made.redirect_url, GITHUB_LOGIN);
    expect((await client.call("DELETE", `/connected_accounts/${made.connected_account_id}`)).body).toEqual({
      success: true,
    });
    expect((await visit(back)).status).toBe(400);
    expect(
      await activateAccount(db, client.projectId, made.connected_account_id, {
        values: { access_token: "x" },
        expiresInSeconds: null,
        by: "user",
      }),
    ).toBe(false);
    expect((await visit(made.redirect_url)).html).toContain("does not work");
  });
});

it("stores states and links as hashes, and every secret sealed", async () => {
  const made = await link(await githubConfig({ client_secret: "planted-client-secret-123456" }));
  const { location } = await submit(made.redirect_url, { action: "connect" });
  const state = new URL(location ?? "").searchParams.get("state") ?? "";
  await visit(await giveConsent(location ?? "", GITHUB_LOGIN));
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: await githubConfig() },
    connection: {
      user_id: "p",
      state: { val: { access_token: "planted-access-token-123456", refresh_token: "planted-refresh-token-123456" } },
    },
  });
  const dump = await db.$queryRaw<{ line: string }[]>`
    SELECT row_to_json(t)::text AS line FROM auth_config t UNION ALL SELECT row_to_json(t)::text FROM connected_account t
    UNION ALL SELECT row_to_json(t)::text FROM link_session t UNION ALL SELECT row_to_json(t)::text FROM oauth_state t`;
  const text = dump.map(({ line }) => line).join("\n");
  expect(text).toContain(hashToken(state));
  for (const secret of [
    state,
    made.link_token,
    "planted-client-secret-123456",
    "planted-access-token-123456",
    "planted-refresh-token-123456",
  ])
    expect(text).not.toContain(secret);
});
