/** Accounts are found and counted within their own project, also where several reads share a statement. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { openAccountValues, sealAccountValues } from "./account-values";
import { requireResolved, resolveAccount } from "./accounts/accounts";
import { countActiveByToolkit, countProjectAccounts, listUsers, requireUser } from "./accounts/list-users";

let client: Client;
let stranger: Client;
let ownAccountId: string;
let foreign: string;

async function connect({ call }: Client, userId: string): Promise<string> {
  const config = await call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const { status, body } = await call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: userId, state: { val: { subdomain: "acme", api_key: "an-api-key-0123456789" } } },
  });
  expect(status).toBe(201);
  return body.id;
}

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  ownAccountId = await connect(client, "ada");
  foreign = await connect(stranger, "ada");
  await connect(stranger, "only-theirs");
});

const byId = (connectedAccountId: string) => resolveAccount(client.projectId, { connectedAccountId });
const byUser = (projectId: string, userId: string) => resolveAccount(projectId, { toolkitSlug: "keyed", userId });

describe("another project's account", () => {
  it("is not found by its id, whatever the operation (404)", async () => {
    await expect(byId(foreign)).rejects.toMatchObject({ kind: "NotFound" });
    await expect(requireResolved(client.projectId, foreign)).rejects.toMatchObject({ kind: "NotFound" });
  });

  it("is not found by a statement for several ids at once (404)", async () => {
    const [first, second, third] = await Promise.allSettled([byId(ownAccountId), byId(foreign), byId(ownAccountId)]);
    expect(second).toMatchObject({ status: "rejected", reason: { kind: "NotFound" } });
    for (const result of [first, third])
      expect(result).toMatchObject({ status: "fulfilled", value: { id: ownAccountId } });
  });

  it("is not found while its own project asks for it at the same moment (404)", async () => {
    const by = (projectId: string) => resolveAccount(projectId, { connectedAccountId: ownAccountId });
    for (const order of [
      [client, stranger, client],
      [stranger, client, stranger],
    ]) {
      const results = await Promise.allSettled(order.map(({ projectId }) => by(projectId)));
      expect(results.map(({ status }) => status)).toEqual(
        order.map((caller) => (caller === client ? "fulfilled" : "rejected")),
      );
    }
  });

  it("is not a user's most recent one, alone or by a statement for several users (400 1803)", async () => {
    await expect(byUser(client.projectId, "only-theirs")).rejects.toMatchObject({ details: { code: 1803 } });
    const results = await Promise.allSettled([
      byUser(client.projectId, "ada"),
      byUser(client.projectId, "only-theirs"),
      byUser(stranger.projectId, "ada"),
      byUser(client.projectId, "ada"),
    ]);
    expect(
      results.map((result) => (result.status === "fulfilled" ? result.value.id : result.reason.details.code)),
    ).toEqual([ownAccountId, 1803, foreign, ownAccountId]);
  });

  it("appears in no count of this project", async () => {
    const nobody = await newClient();
    expect(await listUsers(nobody.projectId, { limit: 10 })).toMatchObject({ items: [], total_items: 0 });
    expect(await countActiveByToolkit(nobody.projectId)).toEqual([]);
    expect(await countProjectAccounts(nobody.projectId)).toEqual({ total: 0, active: 0, failing: 0, attempts: 0 });
    await expect(requireUser(nobody.projectId, "ada")).rejects.toMatchObject({ kind: "NotFound" });
    expect(await listUsers(client.projectId, { limit: 10 })).toMatchObject({ total_items: 1 });
    expect(await countActiveByToolkit(client.projectId)).toEqual([{ slug: "keyed", active: 1 }]);
    expect(await requireUser(client.projectId, "ada")).toMatchObject({ total: 1, active: 1 });
  });
});

it("an account's sealed values open only for that account, also after they were opened before", () => {
  const sealed = sealAccountValues(client.projectId, ownAccountId, { api_key: "an-api-key-0123456789" });
  expect(openAccountValues(client.projectId, ownAccountId, sealed)).toEqual({ api_key: "an-api-key-0123456789" });
  expect(() => openAccountValues(client.projectId, foreign, sealed)).toThrow();
  expect(() => openAccountValues(stranger.projectId, ownAccountId, sealed)).toThrow();
});
