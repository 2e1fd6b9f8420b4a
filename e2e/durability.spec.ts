/**
 * kill -9 in the middle of writes: what was acknowledged is there after the restart, and no database is left behind.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type Api, apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { type CheckedApi, startCheckedApi } from "./fixtures/loopback";
import { type Product, startProduct } from "./harness/product";
import { provision } from "./harness/provision";

const WRITERS = 4;
const TOKEN = "durable-token-5c1e";

let upstream: CheckedApi;
test.beforeAll(async () => {
  upstream = await startCheckedApi((request) => request.headers.authorization === `Bearer ${TOKEN}`);
});
test.afterAll(() => upstream.stop());

const databasePid = ({ dataDir }: Product): number =>
  Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

/** Writes until the server is gone; gives what it acknowledged. */
async function writeUntilGone(
  api: Api,
  writer: number,
  acknowledged: { configs: string[]; accounts: string[] },
): Promise<void> {
  for (let index = 0; ; index++) {
    try {
      const authConfigId = await createAuthConfig(api, {
        toolkit: "stripe",
        scheme: "BEARER_TOKEN",
        name: `Durable ${writer}-${index}`,
        credentials: { base_url: upstream.url },
      });
      acknowledged.configs.push(authConfigId);
      acknowledged.accounts.push(
        await connectAccount(api, {
          authConfigId,
          userId: `writer-${writer}`,
          scheme: "BEARER_TOKEN",
          val: { token: TOKEN },
        }),
      );
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("The ")) throw error;
      return;
    }
  }
}

test("every acknowledged write outlives kill -9, and PostgreSQL does not", async () => {
  test.setTimeout(180_000);
  const first = await startProduct();
  let second: Product | undefined;
  try {
    const account = await provision(first, { email: "durable@example.com", project: "default" });
    const api = apiOf(first.url, account.api_key);
    const database = databasePid(first);
    const acknowledged = { configs: [] as string[], accounts: [] as string[] };
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntilGone(api, writer, acknowledged));
    await expect.poll(() => acknowledged.accounts.length).toBeGreaterThan(40);
    await first.kill();
    await Promise.all(writers);
    await expect.poll(() => existsSync(`/proc/${database}`), { message: "PostgreSQL ends with the app" }).toBe(false);

    second = await startProduct({}, { dataDir: first.dataDir, port: Number(new URL(first.url).port) });
    expect(second.url).toBe(first.url);
    const missing: string[] = [];
    for (const id of acknowledged.configs)
      if ((await api.call("GET", `/auth_configs/${id}`)).status !== 200) missing.push(id);
    for (const id of acknowledged.accounts)
      if ((await api.call("GET", `/connected_accounts/${id}`)).status !== 200) missing.push(id);
    expect(
      missing,
      `${acknowledged.configs.length} auth configs and ${acknowledged.accounts.length} accounts were acknowledged`,
    ).toEqual([]);
    const execution = await api.call("POST", "/tools/execute/proxy", {
      connected_account_id: acknowledged.accounts.at(-1),
      endpoint: "/v1/customers",
      method: "GET",
    });
    expect(execution.body).toMatchObject({ status: 200, data: { ok: true } });
  } finally {
    await (second ?? first).stop();
    rmSync(first.dataDir, { recursive: true, force: true });
  }
});
