/** Events that can happen to an account, and to the process, while its provider is asked for tokens. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { type Client, goOn, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { type StrictAccounts, strictAccounts } from "@/test/builders/strict-account";
import { requireAccount, requireResolved } from "../accounts/accounts";
import { activateAccount } from "./activation";
import { addValues } from "./add-values";
import { refreshNow } from "./open-credentials";
import { storeTokens } from "./store-tokens";
import { leaseTimes, waitForLease } from "./refresh-lease";
import { revokeEverything } from "../revocation/create-revocation";
import { ON } from "@/test/builders/origin";

const USUAL = { ...leaseTimes() };

let client: Client;
let server: OAuthServer;
let provider: Provider;
let accounts: StrictAccounts;

beforeAll(async () => {
  await installConnectToolkits();
  [client, server, provider] = [
    await newClient(),
    await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 }),
    await startProvider(),
  ];
  accounts = await strictAccounts(client, server);
});
afterEach(() => {
  delete server.hooks.granted;
  provider.reset();
  Object.assign(leaseTimes(), USUAL);
});
afterAll(() => Promise.all([server.stop(), provider.close()]));

const refreshes = () => server.grants.filter((grant) => grant.startsWith("refresh_token")).length;

/**
 * Renews the token, and runs `work` when the provider has made tokens and not yet sent them. Gives how the renewal
 * ended.
 */
async function whileAsked(id: string, work: () => Promise<unknown>): Promise<unknown> {
  let failure: unknown;
  server.hooks.granted = async () => {
    delete server.hooks.granted;
    await work().catch((error: unknown) => {
      failure = error;
    });
  };
  const result = await accounts.renew(id).catch((error: unknown) => error);
  if (failure) throw failure;
  return result;
}

const leaseOf = async (id: string) => {
  const { refreshLeaseOwner: owner, refreshLeaseUntil: until } = await requireAccount(client.projectId, id);
  return { owner, until: until?.getTime() };
};
const setLease = (id: string, owner: string, ms: number) =>
  db.$executeRaw`UPDATE connected_account SET refresh_lease_owner = ${owner},
    refresh_lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond' WHERE id = ${id}`;

/** No connection is out, no transaction is open, and the row can be locked by anybody. */
async function expectNothingHeld(id: string): Promise<void> {
  await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
  const [open] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  expect(open?.count).toBe(0);
  await db.$queryRaw`SELECT 1 FROM connected_account WHERE id = ${id} FOR UPDATE NOWAIT`;
}

describe("a request to a provider", () => {
  it("holds no connection, lock or transaction of the database during a refresh", async () => {
    const id = await accounts.connect();
    await whileAsked(id, () => expectNothingHeld(id));
    expect(await server.accepts((await accounts.stored(id)).access_token)).toBe(true);
  });

  it("holds no connection, lock or transaction of the database during a revocation", async () => {
    const { connect } = await strictAccounts(client, server, { revoke_url: `${provider.baseUrl}/revoke` });
    const id = await connect();
    const checks: Promise<void>[] = [];
    provider.answer = (_, response) => {
      checks.push(expectNothingHeld(id).finally(() => response.writeHead(200).end()));
    };
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    expect(checks.length).toBeGreaterThan(0);
    await Promise.all(checks);
  });

  it("holds no connection, lock or transaction of the database while an app is registered", async () => {
    const { body } = await client.call("POST", "/auth_configs", {
      toolkit: { slug: "discovered" },
      auth_config: { type: "use_custom_auth", authScheme: "DCR_OAUTH", credentials: { server_url: provider.baseUrl } },
    });
    const id = await accounts.connect();
    const checks: Promise<void>[] = [];
    provider.answer = (_, response) => {
      checks.push(expectNothingHeld(id).finally(() => response.writeHead(404).end()));
    };
    const creation = await client.call("POST", "/connected_accounts", {
      auth_config: { id: body.auth_config.id },
      connection: { user_id: "ada" },
    });
    await goOn(creation.body.redirect_url);
    expect(checks.length).toBeGreaterThan(0);
    await Promise.all(checks);
  });
});

describe("the lease", () => {
  it("is renewed while the provider is slow, so that another process waits for the token", async () => {
    Object.assign(leaseTimes(), { lease: 200, grace: 0 });
    const id = await accounts.connect();
    const [{ credentials: before }, initialRefreshes] = [await requireResolved(client.projectId, id), refreshes()];
    let other: Promise<unknown> | undefined;
    await whileAsked(id, async () => {
      other = waitForLease(
        { projectId: client.projectId, id },
        (row) => (row && row.credentials !== before ? { token: row.credentials } : undefined),
        ON,
      );
      const leaseEnds = new Set<number | undefined>();
      await expect
        .poll(async () => leaseEnds.add((await leaseOf(id)).until).size, { timeout: 20_000 })
        .toBeGreaterThan(4);
    });
    const { credentials: after } = await requireResolved(client.projectId, id);
    expect(await other).toEqual({ settled: { token: after } });
    expect(refreshes() - initialRefreshes).toBe(1);
    await expect.poll(() => leaseOf(id)).toEqual({ owner: null, until: undefined });
  });

  it("ends automatically after its process died, when the time of its owner has passed", async () => {
    Object.assign(leaseTimes(), { grace: 300 });
    const id = await accounts.connect();
    await setLease(id, "a process that died", 300);
    const { until = 0 } = await leaseOf(id);
    let late = 0;
    await whileAsked(id, async () => {
      const [clock] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
      late = (clock?.at.getTime() ?? 0) - until;
    });
    expect(late).toBeGreaterThanOrEqual(300);
    expect(await server.accepts((await accounts.stored(id)).access_token)).toBe(true);
  });

  it("leaves its owner the time to store tokens if it ended during a database outage", async () => {
    Object.assign(leaseTimes(), { grace: 60_000 });
    const id = await accounts.connect();
    const old = await accounts.stored(id);
    await setLease(id, "a process that was cut off", -60_000);
    const initialRefreshes = refreshes();
    // Read before the tokens are stored, as by a process that has begun to wait.
    const read = await requireResolved(client.projectId, id);
    const waiting = refreshNow(client.projectId, read, accounts.scheme, { because: "a test", on: ON });
    const tokens = {
      values: { access_token: "kept-through-the-outage", refresh_token: "kept-too" },
      expiresInSeconds: 600,
    };
    const fresh = { projectId: client.projectId, accountId: id, authConfigId: accounts.config, old, tokens };
    expect(await storeTokens(db, { ...fresh, expiresAt: new Date(Date.now() + 600_000) })).toMatchObject({
      kept: true,
    });
    expect((await waiting).values.access_token).toBe("kept-through-the-outage");
    expect(refreshes()).toBe(initialRefreshes);
  });

  it("returns 503 to a caller that waits too long for another process", async () => {
    Object.assign(leaseTimes(), { wait: 100 });
    const id = await accounts.connect();
    await setLease(id, "a process whose provider hangs", 60_000);
    await expect(accounts.renew(id)).rejects.toMatchObject({
      kind: "Unavailable",
      message: expect.stringContaining("Another process is renewing it") as string,
    });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(503);
  });
});

describe("fresh tokens", () => {
  it("do not replace the new tokens of an account that was connected again meanwhile", async () => {
    const id = await accounts.connect();
    const anew = await accounts.stored(await accounts.connect());
    const outcome = await whileAsked(id, () =>
      db.$transaction((tx) =>
        activateAccount(tx, client.projectId, id, { values: anew, expiresInSeconds: 600, by: "user" }),
      ),
    );
    expect(outcome).toMatchObject({ values: { access_token: anew.access_token } });
    expect(await accounts.stored(id)).toEqual(anew);
    expect(await server.accepts(anew.access_token)).toBe(true);
    expect(await server.accepts((await accounts.renew(id)).values.access_token)).toBe(true);
  });

  it("are returned if the account was revoked meanwhile, which stays so (400 1803)", async () => {
    const revokable = await strictAccounts(client, server, { revoke_url: `${server.url}/token/revocation` });
    const id = await revokable.connect();
    server.hooks.granted = async () => {
      await revokeEverything(client.projectId, { scope: "auth_config", target: revokable.config });
    };
    await expect(revokable.renew(id)).rejects.toMatchObject({ details: { code: 1803 } });
    expect(await requireAccount(client.projectId, id)).toMatchObject({ status: "REVOKED", credentials: null });
    const { token_url: url = "", client_id = "", client_secret = "" } = server.credentials;
    delete server.hooks.granted;
    const again = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: server.refreshTokens.at(-1) ?? "",
        client_id,
        client_secret,
      }),
    });
    expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
  });

  it("do not revive an account that was revoked meanwhile", async () => {
    const id = await accounts.connect();
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    const tokens = { values: { access_token: "came-too-late" }, expiresInSeconds: 600 };
    const fresh = { projectId: client.projectId, accountId: id, authConfigId: accounts.config, old: {}, tokens };
    expect(await storeTokens(db, { ...fresh, expiresAt: new Date(Date.now() + 600_000) })).toEqual({ kept: false });
    expect(await requireAccount(client.projectId, id)).toMatchObject({ status: "REVOKED", credentials: null });
  });

  it("let a revocation continue with the tokens of a new connection made meanwhile", async () => {
    const revoking = await strictAccounts(client, server, { revoke_url: `${provider.baseUrl}/revoke` });
    const id = await revoking.connect();
    const old = await revoking.stored(id);
    const anew = await revoking.stored(await revoking.connect());
    const connectAgain = () =>
      db.$transaction((tx) =>
        activateAccount(tx, client.projectId, id, { values: anew, expiresInSeconds: 600, by: "user" }),
      );
    let connected: Promise<unknown> | undefined;
    provider.answer = (_, response) => {
      connected ??= connectAgain();
      void connected.then(() => response.writeHead(200).end());
    };
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    const revoked = provider.seen.map(({ body }) => new URLSearchParams(body).get("token"));
    expect(revoked).toEqual(expect.arrayContaining([old.refresh_token, anew.refresh_token]));
    expect(await requireAccount(client.projectId, id)).toMatchObject({ status: "REVOKED", credentials: null });
  });

  it("do not bring back an account that was deleted meanwhile (400 1803)", async () => {
    const id = await accounts.connect();
    const outcome = await whileAsked(id, () => client.call("DELETE", `/connected_accounts/${id}`));
    expect(outcome).toMatchObject({ details: { code: 1803 } });
    expect(await db.connectedAccount.count({ where: { id } })).toBe(0);
  });

  it("are not lost by other changes of the account, and do not undo them", async () => {
    const id = await accounts.connect();
    await whileAsked(id, async () => {
      await addValues(client.projectId, id, { subdomain: "acme" });
      await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: false });
    });
    expect(await accounts.stored(id)).toMatchObject({
      subdomain: "acme",
      refresh_token: server.refreshTokens.at(-1),
    });
    expect((await requireAccount(client.projectId, id)).status).toBe("INACTIVE");
  });

  it("are refused without an effect on an account that was connected again meanwhile", async () => {
    const id = await accounts.connect();
    const { config } = await strictAccounts(client, server, { token_url: `${provider.baseUrl}/token` });
    await db.connectedAccount.update({ where: { id }, data: { authConfigId: config } });
    const anew = { access_token: "connected-anew-0123", refresh_token: "connected-anew-4567" };
    provider.answer = (_, response) => {
      void accounts.stored(id).then(async (old) => {
        const tokens = { values: anew, expiresInSeconds: 600 };
        const fresh = { projectId: client.projectId, accountId: id, authConfigId: config, old, tokens };
        await storeTokens(db, { ...fresh, expiresAt: new Date(Date.now() + 600_000) });
        response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      });
    };
    expect((await accounts.renew(id)).values.access_token).toBe("connected-anew-0123");
    expect(await requireAccount(client.projectId, id)).toMatchObject({ status: "ACTIVE", refreshFailures: 0 });
  });
});
