/** Accounts show whose they are at the provider, which can be asked again. */
import { beforeAll, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { isQueued } from "@/lib/kernel/jobs/queue";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";
import { ON } from "@/test/builders/origin";
import {
  ADA,
  BAD,
  KEY,
  account,
  client,
  create,
  honest,
  json,
  newConfig,
  provider,
  stranger,
} from "@/test/builders/proofs";
import { holdWindows } from "@/test/setup/hold-windows";
import { requireAccount } from "../accounts/accounts";
import { ASK_WHO, askWho } from "./check-account";

beforeAll(holdWindows);

describe("a stored account", () => {
  const createAccount = async (val: object = { api_key: KEY }) =>
    (await create(await newConfig(), "API_KEY", val)).body.id;
  const check = async (id: string, by = client) =>
    by.call("POST", `/internal/patchbay/connected_accounts/${id}/check`, {});

  it("shows its owner after a check; a refusal is in its history, and changes nothing else", async () => {
    const id = await createAccount();
    const { updatedAt } = await requireAccount(client.projectId, id);
    expect((await check(id)).body).toEqual({
      result: "accepted",
      message: "Proven accepts the credentials.",
      current_user_info: ADA,
    });
    const row = await requireAccount(client.projectId, id);
    expect([row.updatedAt, row.lastUsedAt]).toEqual([updatedAt, null]);
    provider.answer = json(401, {});
    expect((await check(id)).body).toMatchObject({ result: "refused", current_user_info: ADA });
    expect((await account(id)).status).toBe("ACTIVE");
    const { body } = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
    expect(body.items[0]).toMatchObject({ reason: "Proven does not accept the credentials of this account." });
    expect((await check(id, stranger)).status).toBe(404);
  });

  it("has its owner sealed, listed for its project, and deleted by a revocation or with the account", async () => {
    const id = await createAccount();
    await check(id);
    const { rows } = await pool().query("SELECT * FROM connected_account WHERE id = $1", [id]);
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|ada@example/);
    const response = await client.call("GET", `/connected_accounts?connected_account_ids=${id}`);
    expect(response.body.items[0]).toMatchObject({ current_user_info: ADA });
    await client.call("POST", `/connected_accounts/${id}/revoke`, {});
    expect(await account(id)).toMatchObject({ status: "REVOKED", current_user_info: null });
    expect((await requireAccount(client.projectId, id)).currentUser).toBeNull();
  });

  it("has no known owner once it has another key", async () => {
    const id = await createAccount();
    await check(id);
    await client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val: { api_key: `${KEY}2` } } } });
    expect((await account(id)).current_user_info).toBeNull();
  });

  it("gets no owner from an answer about credentials that it no longer has", async () => {
    const id = await createAccount();
    provider.answer = (request, response) => {
      void client
        .call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val: { api_key: BAD } } } })
        .then(() => honest(request, response));
    };
    expect((await check(id)).body).toMatchObject({ result: "accepted", current_user_info: null });
  });

  it("gets a new link with validate_credentials when the provider refuses its key", async () => {
    const id = await createAccount();
    const refresh = async () =>
      (await client.call("POST", `/connected_accounts/${id}/refresh`, { validate_credentials: true })).body;
    expect(await refresh()).toMatchObject({ status: "ACTIVE", redirect_url: null });
    provider.answer = json(401, {});
    expect(await refresh()).toMatchObject({
      status: "ACTIVE",
      redirect_url: expect.stringContaining("/connect/ln_") as string,
    });
  });

  it("gets its owner from the job after a consent; an unreachable provider fails nothing", async () => {
    const id = await createAccount();
    const job = { projectId: client.projectId, accountId: id };
    provider.answer = (_, response) => response.destroy();
    await askWho(job, ON);
    expect((await account(id)).current_user_info).toBeNull();
    provider.answer = honest;
    await askWho(job, ON);
    expect((await account(id)).current_user_info).toEqual(ADA);
    await db.connectedAccount.deleteMany({ where: { id } });
    await askWho(job, ON);
  });

  it("gets its owner from a job after a program imported unproven credentials", async () => {
    const id = await createAccount();
    const { body } = await create(await newConfig(), "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect((await account(body.id)).current_user_info).toEqual(ADA);
    expect([await isQueued(ASK_WHO, id), await isQueued(ASK_WHO, body.id)]).toEqual([true, false]);
    // A program that brings many is not held up by it.
    const limit = { subject: `proof-later:${client.projectId}`, requests: 60, seconds: 60 };
    while ((await takeToken(limit)).allowed);
    const last = await createAccount();
    expect([(await account(last)).status, await isQueued(ASK_WHO, last)]).toEqual(["ACTIVE", false]);
  });

  it("is not checked at the provider's public server while it belongs to another one", async () => {
    const config = await newConfig("API_KEY", "public");
    const { body } = await create(config, "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect((await check(body.id)).body).toMatchObject({ result: "not_checked", current_user_info: null });
  });

  it("returns 429 above the project's limit of checks in a minute", async () => {
    const id = await createAccount();
    const limit = { subject: `proof:${client.projectId}`, requests: 120, seconds: 60 };
    while ((await takeToken(limit)).allowed);
    expect((await check(id)).status).toBe(429);
  });
});
