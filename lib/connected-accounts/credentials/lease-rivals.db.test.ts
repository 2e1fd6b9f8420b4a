/** Two processes that want the lease of one account's tokens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { type StrictAccounts, strictAccounts } from "@/test/builders/strict-account";
import { requireAccount } from "../accounts/accounts";
import { type Lease, waitForLease } from "./refresh-lease";

let client: Client;
let server: OAuthServer;
let accounts: StrictAccounts;

beforeAll(async () => {
  await installConnectToolkits();
  [client, server] = [await newClient(), await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 })];
  accounts = await strictAccounts(client, server);
});
afterAll(() => server.stop());

it("one of two processes that see the lease free at the same time takes it", async () => {
  const id = await accounts.connect();
  const leases: Lease[] = [];
  const wait = () =>
    waitForLease({ projectId: client.projectId, id }, () => undefined, ON).then((result) => {
      if (result !== "late" && "lease" in result) leases.push(result.lease);
    });
  const waiters = async () => {
    const [blocked] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return blocked?.count;
  };
  const lock = await pool().connect();
  await lock.query("BEGIN");
  await lock.query("SELECT 1 FROM connected_account WHERE id = $1 FOR UPDATE", [id]);
  const both = Promise.all([wait(), wait()]);
  await expect.poll(waiters).toBe(2);
  await lock.query("COMMIT");
  lock.release();
  await expect.poll(() => leases.length).toBeGreaterThan(0);
  await expect.poll(waiters).toBe(0);
  expect(leases).toHaveLength(1);
  await leases[0]?.end();
  await both;
  expect(leases).toHaveLength(2);
  await leases[1]?.end();
});

it("a lost lease stays with its new owner", async () => {
  const id = await accounts.connect();
  const mine = await waitForLease({ projectId: client.projectId, id }, () => undefined, ON);
  if (mine === "late" || !("lease" in mine)) throw new Error("The lease was not free.");
  await db.$executeRaw`UPDATE connected_account SET refresh_lease_owner = 'another process',
    refresh_lease_until = clock_timestamp() + interval '1 minute' WHERE id = ${id}`;
  await mine.lease.end();
  expect((await requireAccount(client.projectId, id)).refreshLeaseOwner).toBe("another process");
});
