/** No rotated token is lost if the database goes away between the provider's answer and the write. */
import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { type Outage, type OwnDatabase, startOwnDatabase } from "@/test/servers/own-database";
import { type StrictAccounts, strictAccounts } from "@/test/builders/strict-account";
import { requireAccount, requireResolved } from "./accounts/accounts";
import { keepSpilledTokens } from "./credentials/keep-tokens";
import { refreshAccount } from "./credentials/refresh-account";
import { leaseTimes } from "./credentials/refresh-lease";
import { ON } from "@/test/builders/origin";
import { testProgram } from "@/test/setup/test-program";

/** `npm run soak -- rotations` runs more. */
const OUTAGES = Number(process.env.PATCHBAY_SOAK_OUTAGES ?? 30);
const KINDS: Outage[] = ["terminated", "restart", "terminated", "failover"];
const TOLD_EVERY = 20;

let database: OwnDatabase;
let client: Client;
let server: OAuthServer;
let accounts: StrictAccounts;

beforeAll(async () => {
  database = await startOwnDatabase();
  await installConnectToolkits();
  [client, server] = [await newClient(), await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 })];
  accounts = await strictAccounts(client, server);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await database.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Connections of the pool that broke with the database fail once each. */
async function untilItWorks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 300) throw error;
      await pause(20);
    }
}

const folder = () => path.join(env().dataDir, "unstored-tokens");
const spilled = (): string[] => {
  try {
    return readdirSync(folder()).map((name) => path.join(folder(), name));
  } catch {
    return [];
  }
};
const refreshes = () => server.grants.filter((grant) => grant.startsWith("refresh_token")).length;

/** Renews the token while the database goes away between the provider's answer and the write, and comes back. */
async function renewThrough(id: string, how: Outage): Promise<string> {
  let back: Promise<void> = Promise.resolve();
  atTheAnswer(how, (bringBack) => {
    back = pause(randomInt(0, 300)).then(bringBack);
  });
  const { values } = await accounts.renew(id);
  await back;
  return values.access_token ?? "";
}

/** Takes the database away when the provider has made the next tokens, before it sends them. */
function atTheAnswer(how: Outage, onOutage: (bringBack: () => Promise<void>) => void): void {
  server.hooks.granted = async () => {
    delete server.hooks.granted;
    onOutage(await database.takeAway(how));
  };
}

const expectStored = (id: string, token: string) =>
  expect
    .poll(() => untilItWorks(() => accounts.stored(id)), { timeout: 30_000 })
    .toMatchObject({ access_token: token, refresh_token: server.refreshTokens.at(-1) });

it(`loses nothing in ${OUTAGES} rotations with a database outage between the answer and the write`, {
  timeout: 180_000 + OUTAGES * 10_000,
}, async () => {
  const id = await accounts.connect();
  for (let n = 0; n < OUTAGES; n++) {
    const token = await renewThrough(id, KINDS[n % KINDS.length] ?? "restart");
    expect(await server.accepts(token)).toBe(true);
    await expectStored(id, token);
    if ((n + 1) % TOLD_EVERY === 0) process.stdout.write(`so far ${n + 1} outages, nothing lost\n`);
  }
  expect(await untilItWorks(() => requireAccount(client.projectId, id))).toMatchObject({
    status: "ACTIVE",
    refreshFailures: 0,
  });
  await expect.poll(spilled).toEqual([]);
});

it("shares the fresh token in the process during a database outage, and asks the provider once", async () => {
  const id = await accounts.connect();
  const account = await requireResolved(client.projectId, id);
  const initialRefreshes = refreshes();
  let bringBack = (): Promise<void> => Promise.resolve();
  atTheAnswer("restart", (back) => {
    bringBack = back;
  });
  const renew = () => refreshAccount(account, accounts.scheme, { because: "a test", on: ON });
  const first = await renew();
  expect(await Promise.all([renew(), renew()])).toEqual([first, first]);
  await bringBack();
  await expect.poll(spilled, { timeout: 30_000 }).toEqual([]);
  expect(await untilItWorks(renew)).toMatchObject({ renewed: true });
  expect(refreshes() - initialRefreshes).toBe(1);
});

it("does not wait for a hanging database, and stores when it answers again", async () => {
  const id = await accounts.connect();
  let bringBack = (): Promise<void> => Promise.resolve();
  atTheAnswer("frozen", (back) => {
    bringBack = back;
  });
  const { values } = await accounts.renew(id);
  expect(spilled()).toHaveLength(1);
  await bringBack();
  await expectStored(id, values.access_token ?? "");
  await expect.poll(spilled, { timeout: 30_000 }).toEqual([]);
});

it("asks without an open transaction, which the database may end when it is idle", async () => {
  const id = await accounts.connect();
  await db.$executeRawUnsafe("ALTER DATABASE patchbay SET idle_in_transaction_session_timeout = '20ms'");
  await database.takeAway("terminated");
  server.hooks.granted = () => pause(200).then(() => undefined);
  const { values } = await untilItWorks(() => accounts.renew(id));
  delete server.hooks.granted;
  await expectStored(id, values.access_token ?? "");
  await untilItWorks(() => db.$executeRawUnsafe("ALTER DATABASE patchbay RESET idle_in_transaction_session_timeout"));
});

describe("a process that ends during a database outage", () => {
  /** Renews in a process of its own, without a database from the answer on. */
  async function renewInChild(
    id: string,
  ): Promise<{ child: ChildProcess; token: string; bringBack: () => Promise<void> }> {
    let bringBack = (): Promise<void> => Promise.resolve();
    atTheAnswer("restart", (back) => {
      bringBack = back;
    });
    const child = fork(testProgram("test/children/renew-child.ts"), [client.projectId, id, "strict"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const token = await new Promise<string>((resolve, reject) => {
      child.once("message", (text) => resolve(String(text)));
      child.once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
    });
    child.removeAllListeners("exit");
    return { child, token, bringBack };
  }
  const waitForExit = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

  it.each([
    ["is killed", (child: ChildProcess) => child.kill("SIGKILL")],
    ["stops in order", (child: ChildProcess) => child.send("stop")],
  ])("leaves a sealed file, which the next start stores, when it %s", async (_, end) => {
    const id = await accounts.connect();
    const { child, token, bringBack } = await renewInChild(id);
    const childExit = waitForExit(child);
    end(child);
    await childExit;
    const [file = "", ...others] = spilled();
    expect(others).toEqual([]);
    expect([statSync(file).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700]);
    for (const secret of [token, server.refreshTokens.at(-1) ?? ""])
      expect(readFileSync(file, "utf8")).not.toContain(secret);
    await bringBack();
    await untilItWorks(keepSpilledTokens);
    await expectStored(id, token);
    expect(spilled()).toEqual([]);
  });

  it("leaves a file that does not overwrite newer tokens", async () => {
    const id = await accounts.connect();
    const { child, bringBack } = await renewInChild(id);
    const childExit = waitForExit(child);
    child.kill("SIGKILL");
    await childExit;
    await bringBack();
    const [file = ""] = spilled();
    copyFileSync(file, `${file}.kept`);
    await untilItWorks(keepSpilledTokens);
    Object.assign(leaseTimes(), { lease: 100, grace: 100 });
    const { values } = await untilItWorks(() => accounts.renew(id));
    copyFileSync(`${file}.kept`, file);
    await keepSpilledTokens();
    await expectStored(id, values.access_token ?? "");
    expect(spilled()).toEqual([`${file}.kept`]);
    expect(await server.accepts((await accounts.renew(id)).values.access_token)).toBe(true);
  });
});
