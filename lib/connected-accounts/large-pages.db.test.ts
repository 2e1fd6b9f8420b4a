/** Lists whose rows are as large as they may be: a page ends before it is too large, and the next one goes on. */
import { beforeAll, expect, it } from "vitest";
import { sealAuthConfigCredentials, sealSharedCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { sealAccountValues } from "./account-values";

const ROWS = 90;
const MOST = 6 * 1024 * 1024;
const LARGE = "x".repeat(60_000);
let client: Client;

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  const { projectId } = client;
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const { id, ...config } = await db.authConfig.findUniqueOrThrow({ where: { id: body.auth_config.id } });
  const { proxy: _proxy, credentials: _credentials, toolAccess, ...same } = config;
  const time = new Date("2026-01-01T00:00:00Z");
  await db.connectedAccount.createMany({
    data: Array.from({ length: ROWS }, () => newId("connectedAccount")).map((account) => ({
      id: account,
      projectId,
      authConfigId: id,
      toolkitSlug: "keyed",
      userId: "ada",
      scheme: "API_KEY",
      status: "ACTIVE",
      credentials: sealAccountValues(projectId, account, { subdomain: "acme", api_url: LARGE }),
      createdAt: time,
    })),
  });
  await db.authConfig.createMany({
    data: Array.from({ length: ROWS - 1 }, () => newId("authConfig")).map((other) => ({
      ...same,
      id: other,
      toolAccess: toolAccess as object,
      credentials: sealAuthConfigCredentials(projectId, other, { values: {} }),
      sharedCredentials: sealSharedCredentials(projectId, other, { subdomain: LARGE }),
    })),
  });
});

it.each(["/connected_accounts", "/auth_configs"])("GET %s returns all large rows, page by page", async (path) => {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const { status, body } = await client.call("GET", `${path}?limit=1000${cursor && `&cursor=${cursor}`}`);
    expect([status, body.total_items]).toEqual([200, ROWS]);
    expect(JSON.stringify(body).length).toBeLessThan(MOST);
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
  expect(pages).toBeGreaterThan(1);
});
