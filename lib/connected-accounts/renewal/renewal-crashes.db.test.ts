/**
 * Idle accounts of a strict OAuth server, renewed by two processes that get the same jobs, while one after the other is
 * killed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock, now } from "@/lib/kernel/time/clock";
import { ON } from "@/test/builders/origin";
import { type StrictAccounts, strictAccounts } from "@/test/builders/strict-account";
import type { RenewalJob, RenewalReport } from "@/test/children/crashes/renew-accounts-child";
import { type Client, newClient } from "@/test/clients/connect-api";
import { endlessStore } from "@/test/servers/oauth/endless-store.mjs";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { queryRows } from "@/test/setup/query-rows";
import { sealAccountValues } from "../account-values";
import { RENEW } from "./renew-account";
import { MOST_IDLE, scheduleRenewals } from "./schedule-renewals";
import { testProgram } from "@/test/setup/test-program";

/** `npm run soak -- renewal` has more. */
const ACCOUNTS = Number(process.env.PATCHBAY_SOAK_RENEWALS ?? 40);
const KILLS = Number(process.env.PATCHBAY_SOAK_RENEWAL_KILLS ?? 1);
/** The jobs of a process that are under way when it is killed. */
const MOST_UNDER_WAY = 8;
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const CHILD = testProgram("test/children/crashes/renew-accounts-child.ts");

let client: Client;
let server: OAuthServer;
let strict: StrictAccounts;
const children = new Set<ChildProcess>();
/** Accounts whose renewal was under way in a process that was killed. */
const hit = new Set<string>();

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  server = await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 3600, adapter: endlessStore() });
  strict = await strictAccounts(client, server);
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await server.stop();
});

/** Accounts whose refresh tokens were not used for 49 of 60 days: each is due. */
async function createAccounts(): Promise<void> {
  const [firstId, { projectId }] = [await strict.connect(), client];
  const [first, values] = [
    await db.connectedAccount.findUniqueOrThrow({ where: { id: firstId } }),
    await strict.stored(firstId),
  ];
  const { acl: _, currentUser, ...usual } = first;
  const tokensAt = new Date(now().getTime() - 49 * DAY_MS);
  const times = { tokensAt, createdAt: tokensAt, expiresAt: tokensAt, renewAt: now(), lastUsedAt: null };
  await db.connectedAccount.delete({ where: { id: firstId } });
  const data = [];
  for (let index = 0; index < ACCOUNTS; index++) {
    const id = `ca_idle_${index}`;
    const credentials = sealAccountValues(projectId, id, { ...values, refresh_token: await server.issue(id) });
    data.push({ ...usual, ...times, id, credentials, currentUser });
  }
  for (let from = 0; from < ACCOUNTS; from += 1000)
    await db.connectedAccount.createMany({ data: data.slice(from, from + 1000) });
}

/** The jobs that wait in the queue, which are taken out of it. */
async function takeJobs(): Promise<RenewalJob[]> {
  const rows = await queryRows<{ payload: RenewalJob }>(
    "test.take-renewals",
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = $1 RETURNING j.payload`,
    [RENEW.name],
  );
  return rows.map(({ payload }) => payload);
}

function startChild(): Promise<ChildProcess> {
  const child = fork(CHILD, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  children.add(child);
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`A process ended with ${code}.`)));
  });
}

/** Has a process do the jobs. It is killed after so many of them; then false. */
function doJobs(child: ChildProcess, offsetMs: number, jobs: RenewalJob[], killAfter = Infinity): Promise<boolean> {
  const underWay = new Set<string>();
  let count = 0;
  return new Promise((resolve) => {
    const onMessage = (message: RenewalReport) => {
      if (message.is === "started") underWay.add(message.accountId);
      else if (message.is === "ended") {
        underWay.delete(message.accountId);
        if (++count >= killAfter) child.kill("SIGKILL");
      } else if (message.is === "done") end(true);
    };
    const onExit = () => {
      for (const accountId of underWay) hit.add(accountId);
      children.delete(child);
      end(false);
    };
    const end = (isDone: boolean) => {
      child.off("message", onMessage).off("exit", onExit);
      resolve(isDone);
    };
    child.on("message", onMessage).on("exit", onExit);
    child.send({ offsetMs, jobs });
  });
}

/** One minute: the clock writes jobs, and both processes do all of them. Returns how many accounts were asked for. */
async function passMinute(pair: ChildProcess[], minute: number, kills: boolean): Promise<number> {
  await scheduleRenewals({}, ON);
  let jobs = await takeJobs();
  const total = jobs.length;
  for (let isFirst = true; jobs.length > 0; isFirst = false) {
    const [offsetMs, waiting] = [minute * MINUTE_MS, jobs];
    const killAfter = kills && isFirst ? randomInt(1, Math.max(2, Math.floor(waiting.length / 2))) : Infinity;
    const [first] = await Promise.all(
      pair.map((child, index) => doJobs(child, offsetMs, waiting, index === 0 ? killAfter : undefined)),
    );
    // The queue gives jobs of a process that is gone to the next one.
    if (!first) pair.splice(0, 1, await startChild());
    jobs = [...(await takeJobs()), ...(first ? [] : waiting)];
  }
  return total;
}

it(`renews ${ACCOUNTS} idle accounts once and in time, with ${KILLS} kills`, { timeout: 3_500_000 }, async () => {
  await createAccounts();
  const pair = [await startChild(), await startChild()];
  const minutes = Math.ceil(ACCOUNTS / MOST_IDLE);
  const grants = server.grants.length;
  let [kills, most] = [0, 0];
  for (let minute = 0; minute <= minutes; minute++) {
    const isKilled = kills < Math.ceil(((minute + 1) / minutes) * KILLS) && minute < minutes;
    const [before, restore] = [server.grants.length, moveClock(minute * MINUTE_MS)];
    expect(await passMinute(pair, minute, isKilled)).toBeLessThanOrEqual(MOST_IDLE);
    restore();
    if (isKilled) kills += 1;
    most = Math.max(most, server.grants.length - before);
    if (ACCOUNTS > 1000 && minute % 10 === 0)
      process.stdout.write(`minute ${minute}: ${server.renewed.size} accounts renewed, ${kills} kills\n`);
  }
  const rows = await db.connectedAccount.findMany({ where: { projectId: client.projectId } });
  const expired = rows.filter(({ status }) => status !== "ACTIVE").map(({ id }) => id);
  // A kill between the provider's answer and our commit: nobody has the new token (docs/decisions/0005).
  expect(expired.filter((id) => !hit.has(id))).toEqual([]);
  expect(expired.length).toBeLessThanOrEqual(KILLS * MOST_UNDER_WAY);
  expect(server.renewed.size).toBe(ACCOUNTS);
  for (const { id } of rows.filter(({ status }) => status === "ACTIVE"))
    expect((await strict.stored(id)).refresh_token).toBe(server.renewed.get(id)?.[1]);
  const answers = server.grants.slice(grants);
  expect(answers.filter((grant) => grant === "refresh_token")).toHaveLength(ACCOUNTS);
  expect(answers.filter((grant) => grant.endsWith(":refused"))).toHaveLength(expired.length);
  expect(most).toBeLessThanOrEqual(MOST_IDLE + KILLS * MOST_UNDER_WAY);
  if (ACCOUNTS > 1000)
    process.stdout.write(
      `${ACCOUNTS} accounts renewed once in ${minutes} minutes, at most ${most} requests a minute, ${KILLS} kills, ` +
        `${expired.length} of them between the provider's answer and the commit\n`,
    );
});
