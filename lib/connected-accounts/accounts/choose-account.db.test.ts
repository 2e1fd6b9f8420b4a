/** Which account an execution uses when a user has several of a toolkit, and which rule chose it. */
import { beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { resolveAccount } from "./accounts";

let client: Client;
let stranger: Client;
let config: string;

const newConfig = async (of: Client) =>
  (
    await of.call("POST", "/auth_configs", {
      toolkit: { slug: "keyed" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    })
  ).body.auth_config.id;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  config = await newConfig(client);
});

let minutes = -60;
async function connect(userId: string, more: object = {}, as = client, authConfig = config): Promise<string> {
  const back = moveClock(++minutes * 60_000);
  const { status, body } = await as.call("POST", "/connected_accounts", {
    auth_config: { id: authConfig },
    connection: { user_id: userId, state: { val: { subdomain: "acme", api_key: "an-api-key-0123456789" } }, ...more },
  });
  back();
  expect(status).toBe(201);
  return body.id;
}

const choose = async (userId: string, connectedAccountId?: string): Promise<[string, string]> => {
  const { id, rule } = await resolveAccount(client.projectId, {
    toolkitSlug: "keyed",
    userId,
    ...(connectedAccountId && { connectedAccountId }),
  });
  return [id, rule];
};

describe("several accounts of a user", () => {
  it("the most recent working account is used, unless an id or an alias names another", async () => {
    const work = await connect("ada", { alias: "work" });
    const home = await connect("ada", { alias: "home" });
    expect(await choose("ada")).toEqual([home, "most recent"]);
    expect(await choose("ada", work)).toEqual([work, "explicit id"]);
    expect(await choose("ada", "work")).toEqual([work, "alias"]);
    await client.call("PATCH", `/connected_accounts/${home}/status`, { enabled: false });
    expect(await choose("ada")).toEqual([work, "most recent"]);
    await expect(choose("ada", "home")).rejects.toMatchObject({ details: { code: 1803 } });
  });

  it("an alias does not exist for another user, toolkit or project", async () => {
    await connect("owner", { alias: "only mine" });
    await connect("theirs", { alias: "foreign" }, stranger, await newConfig(stranger));
    await expect(choose("somebody", "only mine")).rejects.toMatchObject({ kind: "NotFound" });
    await expect(choose("theirs", "foreign")).rejects.toMatchObject({ kind: "NotFound" });
    await expect(
      resolveAccount(client.projectId, { toolkitSlug: "github", userId: "owner", connectedAccountId: "only mine" }),
    ).rejects.toMatchObject({ kind: "NotFound" });
  });

  it("a repeated alias means the newest working account, and the user's before a shared one", async () => {
    const first = await connect("twice", { alias: "same" });
    const second = await connect("twice", { alias: "same" });
    await connect("sharer", {
      alias: "same",
      experimental: { account_type: "SHARED", acl_config_for_shared: { allow_all_users: true } },
    });
    expect(await choose("twice", "same")).toEqual([second, "alias"]);
    await client.call("POST", `/connected_accounts/${second}/revoke`);
    expect(await choose("twice", "same")).toEqual([first, "alias"]);
  });
});

describe("shared accounts", () => {
  it("are used by users on their list, by id or alias, and never automatically", async () => {
    const shared = await connect("team", {
      alias: "team inbox",
      experimental: {
        account_type: "SHARED",
        acl_config_for_shared: { allowed_user_ids: ["bob", "eve"], not_allowed_user_ids: ["eve"] },
      },
    });
    expect(await choose("bob", shared)).toEqual([shared, "explicit id"]);
    expect(await choose("bob", "team inbox")).toEqual([shared, "alias"]);
    await expect(choose("bob")).rejects.toMatchObject({ details: { code: 1803 } });
    await expect(choose("eve", shared)).rejects.toMatchObject({ details: { code: 1812 } });
    await expect(choose("eve", "team inbox")).rejects.toMatchObject({ kind: "NotFound" });
    await client.call("PATCH", `/connected_accounts/${shared}`, {
      experimental: { acl_config_for_shared: { allow_all_users: true, not_allowed_user_ids: ["bob"] } },
    });
    expect(await choose("anybody", shared)).toEqual([shared, "explicit id"]);
    await expect(choose("bob", shared)).rejects.toMatchObject({ details: { code: 1812 } });
  });
});
