/** Renewal in the background against a strict OAuth server: refresh tokens rotate, and a used one ends the grant. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock, now } from "@/lib/kernel/time/clock";
import { ON } from "@/test/builders/origin";
import { type StrictAccounts, strictAccounts } from "@/test/builders/strict-account";
import { type Client, newClient } from "@/test/clients/connect-api";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { forgetSettings } from "@/test/setup/process-memory";
import { queryRows } from "@/test/setup/query-rows";
import { RENEW, renewAccount } from "./renew-account";
import { MOST_IDLE, scheduleRenewals } from "./schedule-renewals";

const [MINUTE, DAY] = [60, 86_400];
let client: Client;
let server: OAuthServer;
let strict: StrictAccounts;
const restores: (() => void)[] = [];
const later = (seconds: number) => restores.push(moveClock(seconds * 1000));
const refreshes = () => server.grants.filter((grant) => grant.startsWith("refresh_token")).length;

type Job = { payload: { accountId: string } };
const waiting = () =>
  queryRows<Job>(
    "test.renewals",
    `SELECT j.payload FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id`,
    [RENEW.name],
  );
const forget = () => queryRows("test.forget-jobs", "DELETE FROM graphile_worker._private_jobs RETURNING id", []);
const schedule = () => scheduleRenewals({}, ON);

/** What the clock and the queue do in a minute: both copies of the app at the same time. */
async function passMinute(): Promise<string[]> {
  await schedule();
  const jobs = await waiting();
  await forget();
  await Promise.all(jobs.flatMap(({ payload }) => [renewAccount(payload, ON), renewAccount(payload, ON)]));
  return jobs.map(({ payload }) => payload.accountId);
}
const change = (id: string, data: Parameters<typeof db.connectedAccount.update>[0]["data"]) =>
  db.connectedAccount.update({ where: { id }, data });
const row = (id: string) => db.connectedAccount.findUniqueOrThrow({ where: { id } });

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
});
beforeEach(async () => {
  await db.connectedAccount.deleteMany();
  await forget();
  server = await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 3600 });
  strict = await strictAccounts(client, server);
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  vi.unstubAllEnvs();
  forgetSettings();
  await server.stop();
});
afterAll(forget);

it("renews the token of a used account once in its last ten minutes, and no sooner", async () => {
  const id = await strict.connect();
  await change(id, { lastUsedAt: now() });
  later(48 * MINUTE);
  expect(await passMinute()).toEqual([]);
  let minutes = 48;
  for (; refreshes() === 0 && minutes < 60; minutes++) {
    await passMinute();
    later(MINUTE);
  }
  expect(minutes).toBeLessThan(58);
  expect(refreshes()).toBe(1);
  expect((await row(id)).expiresAt?.getTime()).toBeGreaterThan(now().getTime() + 50 * MINUTE * 1000);
  await passMinute();
  expect(refreshes()).toBe(1);
});

it("leaves to its next use: an account that was not used for a day, and a token that lives for minutes", async () => {
  const [unused, short, off] = [await strict.connect(), await strict.connect(), await strict.connect()];
  const soon = { expiresAt: new Date(now().getTime() + 4 * MINUTE * 1000) };
  await change(unused, { ...soon, lastUsedAt: new Date(now().getTime() - (DAY + MINUTE) * 1000) });
  await change(short, { ...soon, lastUsedAt: now() });
  await change(off, { ...soon, tokensAt: null, lastUsedAt: now(), enabled: false, status: "INACTIVE" });
  expect(await passMinute()).toEqual([]);
  expect(refreshes()).toBe(0);
});

it("keeps an idle account for two years at a provider that ends refresh tokens after 60 unused days", async () => {
  const id = await strict.connect();
  for (let days = 0; days < 730; days++) {
    await passMinute();
    later(DAY);
  }
  const { status } = await row(id);
  expect(status).toBe("ACTIVE");
  // Each renewal comes after 30 to 48 days.
  expect(refreshes()).toBeGreaterThanOrEqual(Math.floor(730 / 49));
  expect(refreshes()).toBeLessThanOrEqual(Math.ceil(730 / 30));
});

it("renews no more idle accounts in a minute than its share; the others come in the next minutes", async () => {
  const first = await row(await strict.connect());
  const rest = Array.from({ length: MOST_IDLE + 20 }, (_, n) => ({ ...first, id: `ca_idle_${n}` }));
  await db.connectedAccount.createMany({
    data: rest.map(({ currentUser, acl: _, ...account }) => ({ ...account, credentials: null, currentUser })),
  });
  await db.connectedAccount.updateMany({
    data: { tokensAt: new Date(now().getTime() - 59 * DAY * 1000), renewAt: new Date(now().getTime() - 1000) },
  });
  await schedule();
  expect(await waiting()).toHaveLength(MOST_IDLE);
  await schedule();
  expect(await waiting()).toHaveLength(MOST_IDLE + 21);
});

it("expires an account whose refresh token the provider ended, announces it once, and asks no more", async () => {
  const id = await strict.connect();
  await change(id, { lastUsedAt: now() });
  server.endAllGrants();
  // Its present token works to the end.
  later(49 * MINUTE);
  for (let minute = 0; minute < 15; minute++) {
    await passMinute();
    later(MINUTE);
  }
  expect((await row(id)).status).toBe("EXPIRED");
  expect(await passMinute()).toEqual([]);
  expect(await db.connectedAccountEvent.count({ where: { accountId: id, status: "EXPIRED" } })).toBe(1);
});

it("requests the renewal of an account without a refresh token a few times only", async () => {
  const id = await strict.connect();
  await change(id, { lastUsedAt: now(), credentials: null });
  later(48 * MINUTE);
  const requested: string[] = [];
  for (let minute = 0; minute < 75; minute++) {
    requested.push(...(await passMinute()));
    later(MINUTE);
  }
  expect(requested.length).toBeGreaterThan(0);
  expect(requested.length).toBeLessThanOrEqual(5);
  expect(refreshes()).toBe(0);
});

it("does nothing when it is switched off", async () => {
  const id = await strict.connect();
  await change(id, {
    tokensAt: new Date(now().getTime() - 59 * DAY * 1000),
    renewAt: new Date(now().getTime() - 1000),
  });
  vi.stubEnv("PATCHBAY_BACKGROUND_RENEWAL", "off");
  forgetSettings();
  expect(await passMinute()).toEqual([]);
  await renewAccount({ projectId: client.projectId, accountId: id, requestedAt: now().toISOString() }, ON);
  expect(refreshes()).toBe(0);
  vi.unstubAllEnvs();
  forgetSettings();
  await passMinute();
  expect(refreshes()).toBe(1);
});

it("drops the job of an account that is gone", async () => {
  const unknown = { projectId: client.projectId, accountId: "ca_gone", requestedAt: now().toISOString() };
  await expect(renewAccount(unknown, ON)).resolves.toBeUndefined();
});
