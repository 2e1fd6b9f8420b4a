/** Deleting with revocation, and revoking everything at once. */
import { openAccountValues } from "../account-values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { isQueued, startQueue } from "@/lib/kernel/jobs/queue";
import { lookTimes } from "@/lib/kernel/jobs/wake";
import { submit, visit } from "@/test/clients/connect-api";
import { giveConsent } from "@/test/servers/oauth-providers";
import { continueRevocations, revocationTimes, runRevocation } from "./run-revocation";
import { REVOKE, revokeEverything } from "./create-revocation";
import {
  client,
  stranger,
  provider,
  server,
  answerWith,
  newConfig,
  begin,
  consented,
  imported,
  refreshAtServer,
  strictConfig,
  readAccount,
  report,
  TOKENS,
  panic,
} from "@/test/builders/revocation";
import { ON } from "@/test/builders/origin";

const valuesOf = async (id: string) =>
  openAccountValues(client.projectId, id, (await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials);

/** Whether each run that waits in the queue comes when the first account is due. */
async function plannedRuns(jobId: string): Promise<boolean[]> {
  const rows = await db.$queryRaw<{ fits: boolean }[]>`
    SELECT abs(extract(epoch FROM run_at - (SELECT min(next_at) FROM revocation_item WHERE job_id = ${jobId}))) < 1
      AND run_at > now() AS fits
      FROM graphile_worker._private_jobs WHERE payload->>'jobId' = ${jobId}`;
  return rows.map(({ fits }) => fits);
}

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
    await runRevocation({ projectId: client.projectId, jobId }, ON);
    expect(await server.accepts(access)).toBe(false);
    expect(await report(jobId)).toMatchObject({
      status: "done",
      deletes: true,
      revoked: 1,
      accounts: [{ account_id: id, status: "revoked", revoked_tokens: ["refresh_token", "access_token"] }],
    });
    expect(await db.revocationItem.count({ where: { jobId, credentials: { not: null } } })).toBe(0);
  });

  it("creates no job and stores nothing if it is off", async () => {
    const id = await imported(await strictConfig(), "ada", TOKENS);
    expect((await client.call("DELETE", `/connected_accounts/${id}`)).body).toEqual({ success: true });
    expect(await db.revocationItem.count({ where: { accountId: id } })).toBe(0);
  });

  it("revokes with the app of a deleted auth config", async () => {
    const config = await strictConfig();
    const ids = [await consented(config, "ada"), await consented(config, "bob")];
    const tokens = await Promise.all(ids.map(async (id) => (await valuesOf(id)).access_token));
    const { body } = await client.call("DELETE", `/auth_configs/${config}?revoke_on_delete=true`);
    expect((await client.call("GET", `/auth_configs/${config}`)).status).toBe(404);
    await runRevocation({ jobId: body.revoke_job_id }, ON);
    expect(await Promise.all(tokens.map(server.accepts))).toEqual([false, false]);
    expect(await report(String(body.revoke_job_id))).toMatchObject({
      status: "done",
      scope: "auth_config",
      target: config,
      revoked: 2,
    });
  });

  it("leaves no job for another project's account (404)", async () => {
    const id = await imported(await strictConfig(), "ada", TOKENS);
    expect((await stranger.call("DELETE", `/connected_accounts/${id}?revoke_on_delete=true`)).status).toBe(404);
    expect(await db.revocationJob.count({ where: { projectId: stranger.projectId } })).toBe(0);
  });
});

describe("revoking everything", () => {
  it("ends all access of a user at once, and reports the answer of each provider", async () => {
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
    expect(
      await Promise.all([strict, key, open.body.id, other].map(async (id) => (await readAccount(id)).status)),
    ).toEqual(["REVOKED", "REVOKED", "REVOKED", "ACTIVE"]);
    expect(
      (
        await submit(open.body.redirect_url, {
          action: "connect",
          subdomain: "acme",
          api_key: "planted-api-key-0123456789",
        })
      ).html,
    ).not.toContain("account is connected to");
    await runRevocation({ jobId: job.id }, ON);
    expect(await server.accepts(access)).toBe(false);
    expect(await report(job.id)).toMatchObject({
      status: "done",
      waiting: 0,
      revoked: 3,
      kept_elsewhere: 1,
      failed: 0,
    });
    expect((await readAccount(strict)).status_reason).toBe(
      "The provider revoked the refresh token and the access token.",
    );
    expect(JSON.stringify(await report(job.id))).not.toContain("planted-api-key");
    expect((await stranger.call("GET", `/internal/patchbay/revocations/${job.id}/report`)).status).toBe(404);
    expect((await stranger.call("GET", "/internal/patchbay/revocations")).body.items).toEqual([]);
  });

  it("refuses a consent in progress, which could bring an account back, and returns its tokens", async () => {
    const { id, consent } = await begin(await strictConfig(), "under way");
    const back = await giveConsent(consent, "ada");
    await panic({ scope: "user", target: "under way" });
    expect((await visit(back)).html).not.toContain("account is connected to");
    expect((await readAccount(id)).status).toBe("REVOKED");
    expect((await refreshAtServer(server.refreshTokens.at(-1))).status).toBe(400);
  });

  it("returns 400 for an earlier consent, even if a new link was created since", async () => {
    const { id, consent } = await begin(await strictConfig(), "under way twice");
    const back = await giveConsent(consent, "ada");
    await panic({ scope: "user", target: "under way twice" });
    expect((await client.call("POST", `/connected_accounts/${id}/refresh`, {})).body.status).toBe("INITIATED");
    expect((await visit(back)).status).toBe(400);
    expect((await readAccount(id)).status).toBe("INITIATED");
  });

  it("ends exactly the accounts of an auth config, a toolkit or the project", async () => {
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
    const statuses = () => Promise.all(ids.map(async (id) => (await readAccount(id)).status));
    await panic({ scope: "auth_config", target: configs[0] });
    expect(await statuses()).toEqual(["REVOKED", "ACTIVE", "ACTIVE"]);
    await panic({ scope: "toolkit", target: "keyed" });
    expect(await statuses()).toEqual(["REVOKED", "REVOKED", "ACTIVE"]);
    expect((await client.call("POST", "/internal/patchbay/revocations", { scope: "project" })).status).toBe(403);
    expect(await statuses()).toEqual(["REVOKED", "REVOKED", "ACTIVE"]);
    await revokeEverything(client.projectId, { scope: "project" });
    expect(await statuses()).toEqual(["REVOKED", "REVOKED", "REVOKED"]);
    expect(await report(await revokeEverything(client.projectId, { scope: "project" }))).toMatchObject({
      total: 0,
      status: "done",
    });
    expect(
      (await client.call("POST", "/internal/patchbay/revocations", { scope: "auth_config", target: "ac_nobody" }))
        .status,
    ).toBe(404);
  });

  it("postpones an account by the pause, and schedules its next run for that time", async () => {
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "unlucky", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "unlucky" });
    answerWith(503);
    expect(revocationTimes()).toEqual({ pauses: [10, 60, 300, 900, 1800], lease: 180, turn: 100 });
    await runRevocation({ jobId }, ON);
    expect((await report(jobId)).accounts).toMatchObject([
      { status: "waiting", attempts: 1, answer: expect.stringContaining("Another try follows.") as string },
    ]);
    await runRevocation({ jobId }, ON);
    expect(provider.seen).toHaveLength(1);
    expect(await plannedRuns(jobId)).toEqual([true]);
  });

  it("leaves an account to the process that works on it, until its lease ends", async () => {
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "crashed", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "crashed" });
    answerWith(200);
    const leased = (nextAt: Date) => db.revocationItem.updateMany({ where: { jobId }, data: { attempts: 1, nextAt } });
    await leased(new Date(Date.now() + 180_000));
    await runRevocation({ jobId }, ON);
    expect(provider.seen).toHaveLength(0);
    expect(await plannedRuns(jobId)).toEqual([true]);
    await leased(new Date(Date.now() - 1_000));
    await runRevocation({ jobId }, ON);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 1, accounts: [{ attempts: 2 }] });
  });

  it("resumes a job without a run in the queue, of an older version or after giving up", async () => {
    await continueRevocations();
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "left", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "left" });
    await db.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE payload->>'jobId' = ${jobId}`;
    expect(await isQueued(REVOKE, jobId)).toBe(false);
    await continueRevocations();
    expect(await isQueued(REVOKE, jobId)).toBe(true);
    const before = await db.$queryRaw`SELECT id, key, revision FROM graphile_worker._private_jobs`;
    await continueRevocations();
    expect(await db.$queryRaw`SELECT id, key, revision FROM graphile_worker._private_jobs`).toEqual(before);
    answerWith(200);
    await runRevocation({ jobId }, ON);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 1 });
  });

  it("processes a large job in turns, and queues it again after each", async () => {
    const config = await strictConfig(`${provider.baseUrl}/revoke`);
    for (let index = 0; index < 6; index++)
      await imported(config, "large", { access_token: `access-of-large-${index}` });
    const { id: jobId } = await panic({ scope: "user", target: "large" });
    answerWith(200);
    Object.assign(revocationTimes(), { turn: 4 });
    try {
      await runRevocation({ jobId }, ON);
      expect(await report(jobId)).toMatchObject({ status: "running", revoked: 4, waiting: 2 });
      expect(await isQueued(REVOKE, jobId)).toBe(true);
      await runRevocation({ jobId }, ON);
      expect(await report(jobId)).toMatchObject({ status: "done", revoked: 6 });
    } finally {
      Object.assign(revocationTimes(), { turn: 100 });
    }
  });

  it("asks the provider once for each token when two processes work at one job", async () => {
    const config = await strictConfig(`${provider.baseUrl}/revoke`);
    for (let index = 0; index < 12; index++)
      await imported(config, "twins", { access_token: `access-of-twin-${index}` });
    const { id: jobId } = await panic({ scope: "user", target: "twins" });
    answerWith(200);
    await Promise.all([runRevocation({ jobId }, ON), runRevocation({ jobId }, ON)]);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 12 });
    expect(provider.seen).toHaveLength(12);
  });
});

describe("the queue", () => {
  const times = { ...revocationTimes() };
  beforeAll(async () => {
    Object.assign(lookTimes(), { look: 50 });
    await startQueue([{ kind: REVOKE, run: runRevocation }]);
  });
  afterAll(() => {
    Object.assign(revocationTimes(), times);
  });
  const untilDone = (id: string) =>
    expect.poll(async () => (await report(id)).status, { timeout: 30_000 }).toBe("done");

  it("runs a revocation automatically, and has no further run at its end", async () => {
    await imported(await newConfig("keyed", "API_KEY", {}), "queued", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    const { id: jobId } = await panic({ scope: "user", target: "queued" });
    await untilDone(jobId);
    await expect.poll(() => isQueued(REVOKE, jobId)).toBe(false);
  });

  it("retries after pauses, gives up after six tries, and then deletes the credentials", async () => {
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "stubborn", TOKENS);
    Object.assign(revocationTimes(), { pauses: [0.1, 0.1, 0.2, 0.1, 0.1] });
    answerWith(503);
    const { id: jobId } = await panic({ scope: "user", target: "stubborn" });
    await untilDone(jobId);
    expect(provider.seen).toHaveLength(6);
    const answer = expect.stringContaining("remove the app's access") as string;
    expect(await report(jobId)).toMatchObject({ failed: 1, accounts: [{ status: "failed", attempts: 6, answer }] });
    expect(await db.revocationItem.count({ where: { jobId, credentials: { not: null } } })).toBe(0);
  });
});
