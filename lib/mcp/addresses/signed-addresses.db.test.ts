/** Signed MCP addresses: each works for the user or accounts that it was made for, and for nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  askMcp,
  connectUser,
  endMcpAddresses,
  generateMcp,
  MCP_TOOLS,
  newMcpOwner,
  newMcpServer,
  type McpOwner,
} from "@/test/clients/mcp-api";
import { connectMcp, message, postMcp } from "@/test/clients/mcp-client";
import { holdWindows } from "@/test/setup/hold-windows";
import { countOpenServers } from "../servers/count-open-servers";

const ALICES = "Bearer key-of-alice-0123456789";
const READ = message("tools/call", { name: "LOOPBACK_READ", arguments: {} });

let provider: Provider;
let owner: McpOwner;
let stranger: McpOwner;
let account: Record<"alice" | "bob", string>;

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
  account = {
    alice: await connectUser(owner, "alice", "key-of-alice-0123456789"),
    bob: await connectUser(owner, "bob", "key-of-bob-0123456789"),
  };
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const usedTokens = () => provider.seen.map(({ headers }) => headers.authorization);
const status = async (address: string, headers: Record<string, string> = {}) =>
  (await postMcp(address, message("ping"), headers)).status;

/** Alice's address at a new server, and its signature. */
async function newAddress() {
  const { id } = await newMcpServer(owner);
  const { users } = await generateMcp(owner, id, { user_ids: ["alice"] });
  const [address = ""] = users;
  return { id, address, signature: new URLSearchParams(address.split("?")[1]).get("signature") ?? "" };
}

describe("an address that generate made", () => {
  it("works without a key, for its user and with the account of that user", async () => {
    const { address, signature } = await newAddress();
    expect(signature).toMatch(/^[\w-]{43}$/);
    const client = await connectMcp(address);
    expect((await client.listTools()).tools).toHaveLength(2);
    expect(await client.callTool({ name: "LOOPBACK_READ", arguments: {} })).toMatchObject({
      structuredContent: { successful: true },
    });
    expect(usedTokens()).toEqual([ALICES]);
  });

  it("works for accounts too, each address for its own", async () => {
    const { id } = await newMcpServer(owner);
    const { accounts } = await generateMcp(owner, id, { connected_account_ids: [account.alice, account.bob] });
    for (const address of accounts) await postMcp(address, READ);
    expect(usedTokens()).toEqual([ALICES, "Bearer key-of-bob-0123456789"]);
    const [ofAlice = "", ofBob = ""] = accounts;
    expect(await status(ofAlice.replace(account.alice, account.bob))).toBe(401);
    expect(await status(`${ofAlice}&connected_account_ids=${account.bob}`)).toBe(401);
    expect(await status(`${ofAlice}&user_id=bob`)).toBe(401);
    expect(await status(`${ofAlice}&${ofBob.split("?")[1]}`)).toBe(400);
  });

  it("works however the same user is written, on both paths, and beside a key of the project", async () => {
    const { id, address, signature } = await newAddress();
    for (const same of [
      `${id}/mcp?user_id=alice&signature=${signature}`,
      `${id}?signature=${signature}&user_id=%61lice`,
      `${address}&client=agent`,
    ])
      expect(await status(same), same).toBe(200);
    expect(await status(address, { "x-api-key": owner.key })).toBe(200);
    expect(await status(address, { "x-api-key": stranger.key })).toBe(404);
    expect(await status(address, { "x-api-key": "ak_000000000000000000000000" })).toBe(401);
  });

  it("is the same each time, and another for each server and each project", async () => {
    const { id, address } = await newAddress();
    expect((await generateMcp(owner, id, { user_ids: ["bob", "alice"] })).users[1]).toBe(address);
    const other = await newAddress();
    expect(address.split("signature=")[1]).not.toBe(other.signature);
    const [row] = await db.mcpServer.findMany({ where: { id } });
    expect(row?.addressKey).toMatch(/^v1\./);
    expect((await askMcp(stranger, "POST", "/servers/generate", { mcp_server_id: id, user_ids: ["bob"] })).status).toBe(
      404,
    );
  });

  it("counts against a limit of its own, so that one user cannot use up another's calls", async () => {
    const newOwner = await newMcpOwner();
    const { id } = await newMcpServer(newOwner);
    const { users } = await generateMcp(newOwner, id, { user_ids: ["alice", "bob"] });
    await updateProjectConfig(newOwner.projectId, { rateLimits: { key: { requests: 1, seconds: 86_400 } } });
    const [ofAlice = "", ofBob = ""] = users;
    expect([await status(ofAlice), await status(ofAlice), await status(ofBob)]).toEqual([200, 429, 200]);
  });
});

describe("whoever has Alice's address", () => {
  type Attempt = [form: string, write: (of: { id: string; signature: string; other: string }) => string];
  const query = (form: string, text: string): Attempt => [
    form,
    ({ id, signature }) => `${id}?${text.replace("SIG", signature)}`,
  ];
  const attempts: Attempt[] = [
    query("another user", "user_id=bob&signature=SIG"),
    query("another user, encoded", "user_id=%62ob&signature=SIG"),
    query("another user's name in the same letters", "user_id=bob%00alice&signature=SIG"),
    query("both users in one value", "user_id=alice,bob&signature=SIG"),
    query("both users in one value, the other way", "user_id=bob,alice&signature=SIG"),
    query("another case of the user", "user_id=ALICE&signature=SIG"),
    query("the user twice", "user_id=alice&user_id=bob&signature=SIG"),
    query("the user twice, the other first", "user_id=bob&user_id=alice&signature=SIG"),
    query("the user twice, once with an encoded name", "user_id=alice&user%5Fid=bob&signature=SIG"),
    query("another user behind a semicolon", "user_id=alice&signature=SIG;user_id=bob"),
    query("another user behind a second question mark", "user_id=alice?user_id=bob&signature=SIG"),
    query("another user's address behind the signature", "user_id=alice&signature=SIG?user_id=bob"),
    query("no signature", "user_id=bob"),
    query("an empty signature", "user_id=bob&signature="),
    query("a signature in another case of its name", "user_id=bob&Signature=SIG"),
    query("a signature that is too short", "user_id=alice&signature=A"),
    query("two signatures", "user_id=alice&signature=SIG&signature=SIG"),
    query("a padded signature", "user_id=alice&signature=SIG="),
    ["another server's signature", ({ other, signature }) => `${other}?user_id=alice&signature=${signature}`],
    ["a cut signature", ({ id, signature }) => `${id}?user_id=alice&signature=${signature.slice(0, -1)}`],
    ["a signature in lower case", ({ id, signature }) => `${id}?user_id=alice&signature=${signature.toLowerCase()}`],
    [
      "an account beside the user",
      ({ id, signature }) => `${id}?user_id=alice&connected_account_id=${account.bob}&signature=${signature}`,
    ],
    [
      "accounts in a list",
      ({ id, signature }) => `${id}?user_id=alice&connected_account_ids=x,${account.bob}&signature=${signature}`,
    ],
    [
      "accounts in an array",
      ({ id, signature }) => `${id}?user_id=alice&connected_account_ids[]=${account.bob}&signature=${signature}`,
    ],
    [
      "accounts in an encoded array",
      ({ id, signature }) => `${id}?user_id=alice&connected_account_ids%5B%5D=${account.bob}&signature=${signature}`,
    ],
    [
      "an account in the user's place",
      ({ id, signature }) => `${id}?connected_account_id=${account.bob}&signature=${signature}`,
    ],
    [
      "both in each other's place",
      ({ id, signature }) => `${id}?user_id=${account.bob}&connected_account_id=alice&signature=${signature}`,
    ],
    ["the long path", ({ id, signature }) => `${id}/mcp?user_id=bob&signature=${signature}`],
    ["dots in the path", ({ id, signature }) => `${id}/../${id}?user_id=bob&signature=${signature}`],
    ["a doubled slash", ({ id, signature }) => `/${id}?user_id=bob&signature=${signature}`],
    ["the server's id in upper case", ({ id, signature }) => `${id.toUpperCase()}?user_id=bob&signature=${signature}`],
    [
      "an encoded path",
      ({ id, signature }) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}?user_id=bob&signature=${signature}`,
    ],
    ["a query in the path", ({ id, signature }) => `${id}%3Fuser_id=bob?user_id=bob&signature=${signature}`],
  ];

  it.each(attempts)("400, 401 or 404: does not act for Bob by %s", async (_form, write) => {
    const { id, signature } = await newAddress();
    const { id: other } = await newMcpServer(owner);
    const address = write({ id, signature, other });
    expect((await postMcp(address, READ)).status).toBeOneOf([400, 401, 404]);
    expect(usedTokens()).toEqual([]);
  });

  it.each([
    ["another name of the parameter", "&user_ids=bob&userId=bob&user=bob&entity_id=bob"],
    ["an array of the parameter", "&user_id[]=bob&user_id[0]=bob&user_id%5B%5D=bob"],
    ["another case of the parameter", "&User_Id=bob&USER_ID=bob&Connected_Account_Id=ca_x"],
    ["a fragment", "#user_id=bob&signature=x"],
  ])("acts for Alice still, with %s", async (_form, more) => {
    const { address } = await newAddress();
    await postMcp(`${address}${more}`, READ);
    expect(usedTokens()).toEqual([ALICES]);
  });

  it("acts for Alice still, with headers, arguments or metadata that name Bob", async () => {
    const { address } = await newAddress();
    const named = { user_id: "bob", connected_account_id: account.bob };
    await postMcp(address, READ, { "x-user-id": "bob", user_id: "bob", "x-connected-account-id": account.bob });
    await postMcp(address, message("tools/call", { name: "LOOPBACK_READ", arguments: named }));
    await postMcp(address, message("tools/call", { name: "LOOPBACK_READ", arguments: {}, ...named, _meta: named }));
    expect(new Set(usedTokens())).toEqual(new Set([ALICES]));
  });

  it("401: a changed address stays refused beside a key of the project, and where the project asks for no key", async () => {
    const { address } = await newAddress();
    const changed = address.replace("alice", "bob");
    expect(await status(changed, { "x-api-key": owner.key })).toBe(401);
    const open = await newMcpOwner();
    await updateProjectConfig(open.projectId, { requireMcpApiKey: false });
    const { id } = await newMcpServer(open);
    const [ofAlice = ""] = (await generateMcp(open, id, { user_ids: ["alice"] })).users;
    expect([await status(ofAlice), await status(ofAlice.replace("alice", "bob"))]).toEqual([200, 401]);
  });
});

describe("ending addresses", () => {
  it("401: one that was ended answers no more; the next one works, and all others go on", async () => {
    const { id } = await newMcpServer(owner);
    const generate = async () =>
      (await generateMcp(owner, id, { user_ids: ["alice", "bob"] })).users as [string, string];
    const [first, ofBob] = await generate();
    expect((await endMcpAddresses(owner, id, { user_id: "alice" })).body).toEqual({ id, ended: true });
    expect([await status(first), await status(ofBob)]).toEqual([401, 200]);
    const [second, ofBobStill] = await generate();
    expect([second === first, ofBobStill === ofBob]).toEqual([false, true]);
    expect([await status(second), await status(first)]).toEqual([200, 401]);
    await endMcpAddresses(owner, id, { user_id: "alice" });
    expect([await status(first), await status(second), await status((await generate())[0])]).toEqual([401, 401, 200]);
  });

  it("401: an address of accounts is ended by them, in any order", async () => {
    const { id } = await newMcpServer(owner);
    const [address = ""] = (
      await generateMcp(owner, id, { connected_account_ids: [`${account.bob},${account.alice}`] })
    ).accounts;
    expect(await status(address)).toBe(200);
    await endMcpAddresses(owner, id, { connected_account_ids: [account.alice, account.bob] });
    expect(await status(address)).toBe(401);
  });

  it("401: all of a server at once, ended ones too; other servers go on", async () => {
    const [firstAddress, other] = [await newAddress(), await newAddress()];
    await endMcpAddresses(owner, firstAddress.id, { user_id: "bob" });
    expect((await endMcpAddresses(owner, firstAddress.id)).status).toBe(200);
    expect([await status(firstAddress.address), await status(other.address)]).toEqual([401, 200]);
    const { users } = await generateMcp(owner, firstAddress.id, { user_ids: ["alice", "bob"] });
    expect(await Promise.all(users.map((address) => status(address)))).toEqual([200, 200]);
    expect(await status(firstAddress.address)).toBe(401);
  });

  it("401: removing a user from a server ends the user's address there", async () => {
    const { id, address } = await newAddress();
    await askMcp(owner, "POST", `/servers/${id}/instances`, { user_id: "alice" });
    expect(await status(address)).toBe(200);
    await askMcp(owner, "DELETE", `/servers/${id}/instances/alice`);
    expect(await status(address)).toBe(401);
  });

  it("404 for another project's server; 400 without a user or an account", async () => {
    const { id, address } = await newAddress();
    expect((await endMcpAddresses(stranger, id, { user_id: "alice" })).status).toBe(404);
    expect((await endMcpAddresses(stranger, id)).status).toBe(404);
    expect(await endMcpAddresses(owner, id, {})).toMatchObject({
      status: 400,
      body: { error: { errors: [expect.stringContaining("user_id")] } },
    });
    expect(await status(address)).toBe(200);
  });
});

describe("an address without a signature", () => {
  it("401 in a new project, telling both ways; 200 with a key, or where the project asks for none", async () => {
    const newOwner = await newMcpOwner();
    const { id, mcp_url: url } = await newMcpServer(newOwner);
    expect(url).not.toContain("signature");
    expect(await postMcp(`${id}?user_id=alice`, message("ping"))).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringMatching(/servers\/generate.*x-api-key/) as string } },
    });
    expect(await status(`${id}?user_id=alice`, { "x-api-key": newOwner.key })).toBe(200);
    expect(await status(`${id}?user_id=alice`, { authorization: `Bearer ${newOwner.key}` })).toBe(200);
    expect(await countOpenServers(newOwner.projectId)).toBe(0);
    await updateProjectConfig(newOwner.projectId, { requireMcpApiKey: false });
    expect(await status(`${id}?user_id=alice`)).toBe(200);
    expect(await countOpenServers(newOwner.projectId)).toBe(1);
  });
});
