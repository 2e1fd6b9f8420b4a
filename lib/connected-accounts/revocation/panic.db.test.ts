/** Deleting with revocation, and revoking everything at once. */
import { openAccountValues } from "../account-credentials";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { startQueue } from "@/lib/kernel/jobs/queue";
import { submit, visit } from "@/test/connect-api";
import { giveConsent } from "@/test/oauth-providers";
import { continueRevocations, runRevocation } from "./run-job";
import { REVOKE } from "./start-job";
import {
  client,
  stranger,
  provider,
  server,
  later,
  answerWith,
  newConfig,
  begin,
  consented,
  imported,
  refreshAtServer,
  strictConfig,
  shown,
  report,
  TOKENS,
  panic,
} from "@/test/revocation";
import { ON } from "@/test/origin";

const valuesOf = async (id: string) =>
  openAccountValues(client.projectId, id, (await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials);

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
    await runRevocation({ jobId: body.revoke_job_id }, ON);
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
    await runRevocation({ jobId: job.id }, ON);
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

  it("400: a consent from before does not count when a new link was made since", async () => {
    const { id, consent } = await begin(await strictConfig(), "under way twice");
    const back = await giveConsent(consent, "ada");
    await panic({ scope: "user", target: "under way twice" });
    expect((await client.call("POST", `/connected_accounts/${id}/refresh`, {})).body.status).toBe("INITIATED");
    expect((await visit(back)).status).toBe(400);
    expect((await shown(id)).status).toBe("INITIATED");
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
    await continueRevocations(ON);
    provider.reset();
    await imported(await strictConfig(`${provider.baseUrl}/revoke`), "stubborn", TOKENS);
    const { id: jobId } = await panic({ scope: "user", target: "stubborn" });
    answerWith(503);
    await runRevocation({ jobId }, ON);
    expect((await report(jobId)).accounts).toMatchObject([
      { status: "waiting", attempts: 1, answer: expect.stringContaining("Another try follows.") as string },
    ]);
    expect(await continueRevocations(ON).then(() => provider.seen)).toHaveLength(1);
    for (const pause of [11, 61, 301, 901, 1801, 1801]) await (later(pause), continueRevocations(ON));
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
    await continueRevocations(ON);
    expect(provider.seen).toHaveLength(0);
    later(181);
    await continueRevocations(ON);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 1, accounts: [{ attempts: 2 }] });
  });

  it("asks the provider once for each token when two processes work at one job", async () => {
    const config = await strictConfig(`${provider.baseUrl}/revoke`);
    for (let at = 0; at < 12; at++) await imported(config, "twins", { access_token: `access-of-twin-${at}` });
    const { id: jobId } = await panic({ scope: "user", target: "twins" });
    answerWith(200);
    await Promise.all([runRevocation({ jobId }, ON), runRevocation({ jobId }, ON)]);
    expect(await report(jobId)).toMatchObject({ status: "done", revoked: 12 });
    expect(provider.seen).toHaveLength(12);
  });

  it("runs from the queue by itself", async () => {
    await imported(await newConfig("keyed", "API_KEY", {}), "queued", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    await startQueue([{ kind: REVOKE, run: runRevocation }]);
    const { id } = await panic({ scope: "user", target: "queued" });
    await expect.poll(async () => (await report(id)).status, { timeout: 10_000 }).toBe("done");
  });
});
