/** Accounts to check, and what an account was used for. */
import { beforeAll, expect, it } from "vitest";
import { inSeconds } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let client: Client;
let stranger: Client;
let config: string;
const DAY = 86_400;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  const response = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: { client_id: "app", client_secret: "app-secret-0123456", scopes: "repo,gist" },
    },
  });
  config = response.body.auth_config.id;
});

async function connect(
  userId: string,
  val: Record<string, unknown>,
  change: Parameters<typeof db.connectedAccount.update>[0]["data"] = {},
): Promise<string> {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId, state: { val: { access_token: `token-of-${userId}-0123456789`, ...val } } },
  });
  await db.connectedAccount.update({ where: { id: body.id }, data: { lastUsedAt: inSeconds(-60), ...change } });
  return body.id;
}

const health = async (of: Client) =>
  (await of.call("GET", "/internal/patchbay/account_health")).body as unknown as Record<
    string,
    { total: number; items: { id: string }[] }
  >;

it("reports accounts that end soon, that fail to renew, and that nobody uses", async () => {
  const ends = await connect("ends", { expires_in: 3600 });
  await connect("renews itself", { expires_in: 3600, refresh_token: "refresh-0123456789" });
  await connect("lives long", { expires_in: 30 * DAY });
  const endTime = inSeconds(1800);
  const over = await connect(
    "refused",
    { expires_in: 3600, refresh_token: "refresh-0123456789" },
    { expiresAt: endTime, refreshAfter: endTime, refreshFailures: 1 },
  );
  const failing = await connect("failing", { refresh_token: "refresh-0123456789" }, { refreshFailures: 3 });
  const unused = await connect("unused", {}, { lastUsedAt: null, createdAt: inSeconds(-8 * DAY) });
  await connect("new", {}, { lastUsedAt: null });
  const report = await health(client);
  const ids = (name: string) => report[name]?.items.map(({ id }) => id);
  expect([ids("ends_soon"), ids("refresh_failing"), ids("never_used")]).toEqual([
    [over, ends],
    [failing, over],
    [unused],
  ]);
  expect(JSON.stringify(report)).not.toContain("token-of-");
  expect((await client.call("GET", `/connected_accounts/${unused}`)).body.last_used_at).toBeNull();
  expect(Object.values(await health(stranger)).map(({ total }) => total)).toEqual([0, 0, 0]);
});

it("reports scopes that no tool of the account has needed, among those that tools name", async () => {
  const id = await connect("scopes", {});
  const tool = {
    toolkitSlug: "github",
    version: "20260101_00",
    isLatest: true,
    description: "",
    tags: [],
    inputSchema: {},
    outputSchema: {},
    run: {},
    aliases: [],
  };
  await db.tool.createMany({
    data: [
      { ...tool, id: "t1", slug: "GITHUB_READ", name: "Read", scopes: ["repo"] },
      { ...tool, id: "t2", slug: "GITHUB_GIST", name: "Gist", scopes: ["gist"] },
    ],
  });
  await db.toolLog.create({
    data: {
      id: "log_1",
      projectId: client.projectId,
      createdAt: new Date(),
      toolSlug: "GITHUB_READ",
      toolkitSlug: "github",
      status: "success",
      accountId: id,
      durationMs: 1,
    },
  });
  const use = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/use`);
  expect(use.body).toMatchObject({ used_tools: ["GITHUB_READ"], unused_scopes: ["gist"] });
  expect((await stranger.call("GET", `/internal/patchbay/connected_accounts/${id}/use`)).status).toBe(404);
});
