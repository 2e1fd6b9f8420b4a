/**
 * Refreshes against a strict OAuth server: 5-second tokens, refresh tokens that rotate and whose reuse ends the grant.
 */
import { fork, type ChildProcess } from "node:child_process";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { moveClock } from "@/lib/kernel/time/clock";
import { log } from "@/lib/kernel/process/log";
import { type Client, newClient, visit } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { flushAccountUses } from "../accounts/record-account-use";
import { requireAccount, requireResolved, resolveAccount, type ResolvedAccount } from "../accounts/accounts";
import { openCredentials, refreshNow } from "./open-credentials";
import { ON } from "@/test/builders/origin";
import { testProgram } from "@/test/setup/test-program";

let client: Client;
let server: OAuthServer;
const restores: (() => void)[] = [];

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  await server.stop();
});

const later = (seconds: number) => restores.push(moveClock(seconds * 1000));

/** Holds the clock, so that a slow machine uses up nothing of a token that lives for seconds. */
function holdClock(): void {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  restores.push(() => clock.mockRestore());
}

type Options = Partial<Parameters<typeof startOAuthServer>[0]> & {
  toolkit?: "strict" | "strictbasic";
  credentials?: Record<string, string>;
};
type Connected = {
  account: ResolvedAccount;
  scheme: ToolkitAuthScheme;
  open: () => ReturnType<typeof openCredentials>;
};

/** Starts the server and connects a new account to it. */
async function connected({ toolkit = "strict", credentials = {}, ...options }: Options = {}): Promise<Connected> {
  server = await startOAuthServer({ redirectUri: CALLBACK, ...options });
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: { ...server.credentials, ...credentials },
    },
  });
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada" },
  });
  const { location } = await visit(body.redirect_url);
  expect((await visit(await giveConsent(location ?? "", "ada"))).html).toContain("account is connected to");
  const account = await resolveAccount(client.projectId, { toolkitSlug: toolkit, connectedAccountId: body.id });
  const scheme = (await requireToolkit(client.projectId, toolkit)).authSchemes[0];
  if (!scheme) throw new Error(`${toolkit} has no scheme`);
  return {
    account,
    scheme,
    open: async () => openCredentials(client.projectId, await requireResolved(client.projectId, body.id), scheme, ON),
  };
}

const refreshes = () => server.grants.filter((grant) => grant.startsWith("refresh_token"));

describe("openCredentials", () => {
  it("does not ask the provider while the token is valid, even for five seconds only", async () => {
    holdClock();
    const { open } = await connected();
    await open();
    later(3.5);
    await open();
    expect(refreshes()).toEqual([]);
  });

  it("renews once for 100 parallel executions with an expired token, and all get the new one", async () => {
    const { account, scheme } = await connected();
    later(6);
    const credentials = await Promise.all(
      Array.from({ length: 100 }, () => openCredentials(client.projectId, account, scheme, ON)),
    );
    expect(refreshes()).toEqual(["refresh_token"]);
    expect(new Set(credentials.map(({ values }) => values.access_token)).size).toBe(1);
    expect(await server.accepts(credentials[0]?.values.access_token)).toBe(true);
    expect(await requireResolved(client.projectId, account.id)).toMatchObject({ status: "ACTIVE", refreshFailures: 0 });
  });

  it("renews once for 100 executions in two processes with the expired token", async () => {
    const { account } = await connected();
    const file = testProgram("test/children/open-credentials-child.ts");
    const children = [1, 2].map(() =>
      fork(file, [client.projectId, account.id, "strict", "6000"], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      }),
    );
    const readOutput = (child: ChildProcess) =>
      new Promise<string>((resolve, reject) => {
        child
          .once("message", (text) => resolve(String(text)))
          .once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
      });
    await Promise.all(children.map(readOutput));
    const tokens = Promise.all(children.map(readOutput));
    for (const child of children) child.send("go");
    const [token, ...others] = new Set(await tokens);
    expect(refreshes()).toEqual(["refresh_token"]);
    expect(others).toEqual([]);
    expect(await server.accepts(token)).toBe(true);
  });

  it("authenticates the app with HTTP basic where the provider wants it, form-encoded (RFC 6749 2.3.1)", async () => {
    const { open } = await connected({
      toolkit: "strictbasic",
      tokenAuth: "client_secret_basic",
      clientSecret: "s p+c:i/a l%secret",
    });
    later(6);
    expect(await server.accepts((await open()).values.access_token)).toBe(true);
  });

  it("keeps the old refresh token when the answer contains none, and can renew again", async () => {
    const { open } = await connected({ rotates: false });
    const before = (await open()).values.refresh_token;
    later(6);
    expect((await open()).values.refresh_token).toBe(before);
    later(6);
    expect(await server.accepts((await open()).values.access_token)).toBe(true);
    expect(refreshes()).toHaveLength(2);
  });

  it("makes an account with a withdrawn grant EXPIRED with a reason; a new consent revives it", async () => {
    const { account, open } = await connected();
    later(6);
    server.endAllGrants();
    await expect(open()).rejects.toMatchObject({ kind: "BadRequest", details: { code: 1803 } });
    const body = (await client.call("GET", `/connected_accounts/${account.id}`)).body;
    expect(body).toMatchObject({
      status: "EXPIRED",
      status_reason: expect.stringContaining("invalid_grant: The grant was withdrawn") as string,
    });
    await expect(
      resolveAccount(client.projectId, { toolkitSlug: "strict", connectedAccountId: account.id }),
    ).rejects.toMatchObject({ details: { code: 1803 } });
    const renewed = await client.call("POST", `/connected_accounts/${account.id}/refresh`, {});
    expect(renewed.body).toMatchObject({
      id: account.id,
      status: "INITIATED",
      redirect_url: expect.stringContaining("/connect/") as string,
    });
  });

  it("returns 503 for an unreachable provider, keeps the status, and asks again after a pause", async () => {
    const { account, open } = await connected();
    await server.stop();
    later(6);
    await expect(open()).rejects.toMatchObject({ kind: "Unavailable" });
    await expect(open()).rejects.toMatchObject({
      kind: "Unavailable",
      details: { headers: { "retry-after": expect.any(String) as string } },
    });
    expect(await requireResolved(client.projectId, account.id)).toMatchObject({ status: "ACTIVE", refreshFailures: 1 });
    later(6);
    await expect(open()).rejects.toMatchObject({ kind: "Unavailable" });
    expect(await requireResolved(client.projectId, account.id)).toMatchObject({ status: "ACTIVE", refreshFailures: 2 });
  });

  it("logs the steps under the id of the request that needs the token", async () => {
    const { account } = await connected();
    await server.stop();
    later(6);
    const lines: [on: unknown, message: string][] = [];
    const warnSpy = vi.spyOn(log, "warn").mockImplementation((on, message) => void lines.push([on, message]));
    restores.push(() => warnSpy.mockRestore());
    const { status, body } = await client.call("POST", "/tools/execute/proxy", {
      connected_account_id: account.id,
      endpoint: "/",
      method: "GET",
    });
    expect(status).toBe(503);
    const requestId = body.error?.request_id;
    expect(requestId).toMatch(/^req_/);
    expect(lines).toEqual([
      [expect.objectContaining({ requestId }) as unknown, "a connection's token was not renewed"],
    ]);
  });

  it("continues with a working token when the provider cannot be reached", async () => {
    holdClock();
    const { account, open } = await connected();
    await server.stop();
    later(4.5);
    expect((await open()).values.access_token).toBeTruthy();
    expect((await open()).values.access_token).toBeTruthy();
    expect(await requireResolved(client.projectId, account.id)).toMatchObject({ status: "ACTIVE", refreshFailures: 1 });
  });

  it("keeps an account ACTIVE until its token ends although the provider refuses to renew it", async () => {
    holdClock();
    const { account, open } = await connected();
    const before = await open();
    server.endAllGrants();
    later(4.5);
    expect((await open()).values.access_token).toBe(before.values.access_token);
    expect((await open()).values.access_token).toBe(before.values.access_token);
    expect(server.grants.filter((grant) => grant.endsWith("refused"))).toHaveLength(1);
    const response = await client.call("GET", `/connected_accounts/${account.id}`);
    expect(response.body).toMatchObject({
      status: "ACTIVE",
      status_reason: expect.stringContaining("ends with its present token") as string,
    });
    const link = await client.call("POST", `/connected_accounts/${account.id}/refresh`, {});
    expect(link.body).toMatchObject({
      status: "ACTIVE",
      redirect_url: expect.stringContaining("/connect/") as string,
    });
    later(1);
    await expect(open()).rejects.toMatchObject({ details: { code: 1803 } });
    const { body } = await client.call("GET", `/internal/patchbay/connected_accounts/${account.id}/events`);
    expect(body.items[0]).toMatchObject({
      status: "EXPIRED",
      by: "provider",
      reason: expect.stringContaining("invalid_grant") as string,
    });
  });

  it("records the last use, at most once a minute", async () => {
    const { account, open } = await connected({ accessTokenSeconds: 600 });
    const lastUse = async () => {
      await flushAccountUses();
      return (await requireAccount(client.projectId, account.id)).lastUsedAt?.getTime();
    };
    expect(await lastUse()).toBeUndefined();
    await open();
    const first = await lastUse();
    expect(first).toBeGreaterThan(0);
    later(30);
    await open();
    expect(await lastUse()).toBe(first);
    later(31);
    await open();
    expect(await lastUse()).toBeGreaterThan(first ?? 0);
  });

  it("makes an imported token without a refresh token EXPIRED when it ends (400 1803)", async () => {
    const { account, scheme } = await connected();
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: account.authConfigId },
      connection: { user_id: "imported", state: { val: { access_token: "imported-token-1234", expires_in: 60 } } },
    });
    later(61);
    const resolved = await resolveAccount(client.projectId, { toolkitSlug: "strict", userId: "imported" });
    await expect(openCredentials(client.projectId, resolved, scheme, ON)).rejects.toMatchObject({
      details: { code: 1803 },
    });
    expect((await client.call("GET", `/connected_accounts/${body.id}`)).body).toMatchObject({
      status: "EXPIRED",
      state: { val: { expired_at: expect.any(String) as string } },
    });
  });
});

describe("refreshNow", () => {
  it("renews a token once for two callers that got the same 401", async () => {
    const { account, scheme } = await connected();
    const before = await openCredentials(client.projectId, account, scheme, ON);
    const first = await refreshNow(client.projectId, account, scheme, { because: "HTTP 401", on: ON });
    const second = await refreshNow(client.projectId, account, scheme, { because: "HTTP 401", on: ON });
    expect(first.values.access_token).not.toBe(before.values.access_token);
    expect(second.values.access_token).toBe(first.values.access_token);
    expect(refreshes()).toEqual(["refresh_token"]);
  });

  it("names every secret for the redaction of logs", async () => {
    const { open } = await connected();
    const { secrets, values } = await open();
    expect(secrets).toEqual(expect.arrayContaining([values.access_token, values.refresh_token, values.client_secret]));
    expect(secrets).not.toContain(values.client_id);
  });
});
