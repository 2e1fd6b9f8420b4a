/** Revoking more accounts than are in memory at a time. */
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { lockAccounts } from "./create-revocation";

const ACCOUNTS = 1101;

let client: Client;

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
});

/** An auth config with many accounts, copies of one. */
async function crowded(userId: string): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
  });
  const { id: authConfigId } = body.auth_config;
  const response = await client.call("POST", "/connected_accounts", {
    auth_config: { id: authConfigId },
    connection: { user_id: userId, state: { val: { subdomain: "acme", api_key: "planted-api-key-0123456789" } } },
  });
  const {
    credentials: _sealed,
    acl: _acl,
    ...row
  } = await db.connectedAccount.findUniqueOrThrow({ where: { id: response.body.id } });
  await db.connectedAccount.createMany({
    data: Array.from({ length: ACCOUNTS - 1 }, (_, index) => ({ ...row, id: `ca_${userId}_${index}` })),
  });
  return authConfigId;
}

it("locks and reads accounts page by page", async () => {
  const authConfigId = await crowded("paged");
  const pages: number[] = [];
  await db.$transaction(async (tx) => {
    for await (const page of lockAccounts(tx, client.projectId, { authConfigId })) pages.push(page.length);
  });
  expect(pages).toEqual([500, 500, 101]);
});

it("revokes every account before the answer, each with its item and its event", async () => {
  const authConfigId = await crowded("many");
  const { body: job } = await client.call("POST", "/internal/patchbay/revocations", { scope: "user", target: "many" });
  expect([
    job.total,
    await db.connectedAccount.count({ where: { authConfigId, status: "REVOKED" } }),
    await db.revocationItem.count({ where: { jobId: job.id } }),
  ]).toEqual([ACCOUNTS, ACCOUNTS, ACCOUNTS]);
  const accountIds = new Set<string>();
  for (let cursor = ""; ; ) {
    const { body } = await client.call(
      "GET",
      `/internal/patchbay/revocations/${job.id}/report?limit=500${cursor && `&cursor=${cursor}`}`,
    );
    for (const { account_id: id } of body.accounts as { account_id: string }[]) accountIds.add(id);
    if (!body.next_cursor) break;
    cursor = body.next_cursor;
  }
  expect(accountIds.size).toBe(ACCOUNTS);
  expect(
    await db.connectedAccountEvent.count({ where: { accountId: { startsWith: "ca_many_" }, status: "REVOKED" } }),
  ).toBe(ACCOUNTS - 1);
});

it("deletes every account with its auth config, with a job and without", async () => {
  const [configWithJob, untold] = [await crowded("told"), await crowded("untold")];
  const { body } = await client.call("DELETE", `/auth_configs/${configWithJob}?revoke_on_delete=true`);
  await client.call("DELETE", `/auth_configs/${untold}`);
  expect(await db.connectedAccount.count({ where: { authConfigId: { in: [configWithJob, untold] } } })).toBe(0);
  expect((await db.revocationJob.findUniqueOrThrow({ where: { id: String(body.revoke_job_id) } })).total).toBe(
    ACCOUNTS,
  );
});
