/** Ways around the limits of a key: other names, sessions that change, MCP, repeated calls, and other addresses. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, caller, installApps, openShop, type Reply, type Shop } from "@/test/clients/limited-keys";
import { connectAt, statusOf } from "@/test/clients/session-mcp";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";

let provider: Provider;
let shop: Shop;
let ada: { key: string; call: Call };
let desk: { key: string; call: Call };

const messageOf = ({ body }: Reply): string => body.error?.message ?? "";
const refusal = (what: string) => [403, expect.stringContaining(what) as string];
const answerOf = async (reply: Promise<Reply>) => {
  const done = await reply;
  return [done.status, messageOf(done)];
};
const sessionOf = async (call: Call, body: object): Promise<string> =>
  (await call("POST", "/tool_router/session", body)).body.session_id as string;

beforeAll(async () => {
  await installApps();
  provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"number":1}');
  shop = await openShop(provider);
  ada = await shop.limited({ users: ["ada"] });
  desk = await shop.limited({ toolkits: ["desk"] });
});
afterAll(() => provider.close());

describe("a key for one user", () => {
  it("cannot leave the user out, or add an account of another user", async () => {
    const execute = (body: object) =>
      answerOf(ada.call("POST", "/tools/execute/DESK_READ", { arguments: {}, ...body }));
    expect(await execute({})).toEqual(refusal("the user default"));
    expect(await execute({ user_id: "" })).toEqual(refusal("the user"));
    expect(await execute({ user_id: "Ada" })).toEqual(refusal("the user Ada"));
    const [status] = await execute({ user_id: "ada", connected_account_id: shop.accounts.bob.desk });
    expect(status).toBe(400);
  });

  it("cannot run meta tools for another user, or in another user's session", async () => {
    const meta = (body: object) => answerOf(ada.call("POST", "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL", body));
    const tools = [{ tool_slug: "DESK_READ", arguments: {} }];
    expect(await meta({ user_id: "bob", arguments: { tools } })).toEqual(refusal("the user bob"));
    expect(await meta({ arguments: { tools } })).toEqual(refusal("the user default"));
    const bobs = await sessionOf(shop.full, { user_id: "bob" });
    const [status] = await meta({ user_id: "ada", arguments: { tools, session_id: bobs } });
    expect(status).toBe(404);
    expect((await meta({ user_id: "ada", arguments: { tools } }))[0]).toBe(200);
  });

  it("opens no account to other users", async () => {
    const sharing = (acl: object) => ({ account_type: "SHARED", acl_config_for_shared: acl });
    const create = (acl: object) => {
      const connection = { user_id: "ada", experimental: sharing(acl), state: { val: { generic_api_key: "planted" } } };
      return answerOf(ada.call("POST", "/connected_accounts", { auth_config: { id: shop.configs.desk }, connection }));
    };
    expect(await create({ allow_all_users: true })).toEqual(refusal("limited to some users"));
    expect(await create({ allowed_user_ids: ["ada", "bob"] })).toEqual(refusal("the user bob"));
    const link = {
      user_id: "ada",
      auth_config_id: shop.configs.desk,
      experimental: sharing({ allow_all_users: true }),
    };
    expect(await answerOf(ada.call("POST", "/connected_accounts/link", link))).toEqual(
      refusal("limited to some users"),
    );
    const path = `/connected_accounts/${shop.accounts.ada.desk}`;
    const change = { experimental: { acl_config_for_shared: { allowed_user_ids: ["bob"] } } };
    expect(await answerOf(ada.call("PATCH", path, change))).toEqual(refusal("the user bob"));
    const [status] = await create({ allowed_user_ids: ["ada"] });
    expect(status).toBe(201);
  });

  it("neither writes nor reads recipes, which agents of every user follow", async () => {
    const session = await sessionOf(ada.call, { user_id: "ada" });
    const path = `/tool_router/session/${session}`;
    const meta = (slug: string) => ada.call("POST", `${path}/execute_meta`, { slug, arguments: {} });
    for (const slug of ["COMPOSIO_UPSERT_RECIPE", "COMPOSIO_GET_RECIPE"])
      expect(JSON.stringify((await meta(slug)).body)).toContain("limited to some users");
    const tools = JSON.stringify((await ada.call("GET", `${path}/tools`)).body);
    expect(tools).toContain("COMPOSIO_SEARCH_TOOLS");
    expect(tools).not.toContain("_RECIPE");
  });

  it("changes nothing that belongs to every user", async () => {
    const path = `/auth_configs/${shop.configs.desk}`;
    expect((await ada.call("GET", path)).status).toBe(200);
    expect(await answerOf(ada.call("DELETE", path))).toEqual(refusal("limited to some users"));
    expect(await answerOf(ada.call("PATCH", `${path}/DISABLED`))).toEqual(refusal("limited to some users"));
  });

  it("gets no answer of another key's call with the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": "shared-1" };
    const body = { user_id: "ada", arguments: {} };
    expect((await shop.full("POST", "/tools/execute/DESK_READ", body, headers)).status).toBe(200);
    expect((await ada.call("POST", "/tools/execute/DESK_READ", body, headers)).status).toBe(409);
  });

  it("makes no other credential", async () => {
    const session = await sessionOf(ada.call, { user_id: "ada" });
    const path = `/internal/patchbay/sessions/${session}/access_keys`;
    expect(await answerOf(ada.call("POST", path, { name: "more" }))).toEqual(refusal("limited to some users"));
    const link = { user_id: "ada", destination: "connections" };
    const signIn = ada.call("POST", "/internal/patchbay/sign_in_links", link);
    expect(await answerOf(signIn)).toEqual(refusal("limited to some users"));
  });
});

describe("a key for one toolkit", () => {
  it.each(["TILL_READ_OLD", "till_read", "till_read_old"])("runs no tool of another toolkit as %s", async (slug) => {
    const body = { user_id: "ada", arguments: {} };
    expect(await answerOf(desk.call("POST", `/tools/execute/${slug}`, body))).toEqual(refusal("the toolkit till"));
  });

  it("sends no request to another toolkit with credentials of its own", async () => {
    const connection = { authScheme: "API_KEY", toolkitSlug: "till", val: { api_key: "k" } };
    const body = { endpoint: "/things", method: "GET", custom_connection_data: connection };
    expect((await desk.call("POST", "/tools/execute/proxy", body)).status).not.toBe(200);
  });

  it("gets a session of its toolkits, and cannot widen it", async () => {
    const { status, body } = await desk.call("POST", "/tool_router/session", { user_id: "bob" });
    expect(status).toBe(201);
    expect((body.config as { toolkits: object }).toolkits).toEqual({ enabled: ["desk"] });
    const path = `/tool_router/session/${String(body.session_id)}`;
    const patch = (settings: object) => answerOf(desk.call("PATCH", path, settings));
    expect(await patch({ toolkits: { enable: ["desk", "till"] } })).toEqual(refusal("the toolkit till"));
    expect(await patch({ toolkits: null })).toEqual(refusal("limited to some toolkits"));
    expect(await patch({ toolkits: { disable: ["till"] } })).toEqual(refusal("limited to some toolkits"));
    const create = (settings: object) =>
      answerOf(desk.call("POST", "/tool_router/session", { user_id: "bob", ...settings }));
    expect(await create({ toolkits: { disable: ["till"] } })).toEqual(refusal("limited to some toolkits"));
    expect(await create({ toolkits: { enable: ["till"] } })).toEqual(refusal("the toolkit till"));
  });

  it("cannot use a session by saved rules with more toolkits, or one that somebody widened", async () => {
    const session = await sessionOf(desk.call, { user_id: "bob" });
    const path = `/tool_router/session/${session}`;
    await shop.full("PATCH", path, { toolkits: null });
    const call = { tool_slug: "DESK_READ", arguments: {} };
    expect(await answerOf(desk.call("POST", `${path}/execute`, call))).toEqual(refusal("limited to some toolkits"));
    expect(await statusOf(`/tool_router/${session}/mcp`, { "x-api-key": desk.key })).toBe(403);
  });

  it("ends no connection whose toolkit nobody knows yet", async () => {
    const body = { session_uri: "urn:patchbay:callback:any", user_id: "ada" };
    const reply = desk.call("POST", "/connected_accounts/complete_auth", body);
    expect(await answerOf(reply)).toEqual(refusal("limited to some toolkits"));
  });

  it("reads the public keys to seal secrets to, like every other key", async () => {
    expect((await desk.call("GET", "/keyring/transfer_keys")).status).toBe(404);
  });

  it("runs no meta tool outside a session, because that session would have every toolkit", async () => {
    const body = { user_id: "ada", arguments: { tools: [{ tool_slug: "DESK_READ", arguments: {} }] } };
    const reply = desk.call("POST", "/tools/execute/composio_multi_execute_tool", body);
    expect(await answerOf(reply)).toEqual(refusal("limited to some toolkits"));
  });

  it("finds no tool of another toolkit in its session, and cannot run it there", async () => {
    const session = await sessionOf(desk.call, { user_id: "ada" });
    const execute = { tool_slug: "TILL_READ", arguments: {} };
    expect((await desk.call("POST", `/tool_router/session/${session}/execute`, execute)).status).toBe(403);
    const count = provider.seen.length;
    const tools = [execute, { tool_slug: "TILL_READ_OLD", arguments: {} }];
    const many = { slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools } };
    await desk.call("POST", `/tool_router/session/${session}/execute_meta`, many);
    expect(provider.seen).toHaveLength(count);
  });
});

describe("over MCP", () => {
  let servers = 0;
  const newServer = async (): Promise<string> => {
    const body = { name: `both-${++servers}`, auth_config_ids: Object.values(shop.configs) };
    return (await shop.full("POST", "/mcp/servers", body)).body.id as string;
  };

  it("a session opens for its user and its toolkits alone", async () => {
    const adas = await sessionOf(shop.full, { user_id: "ada", toolkits: { enable: ["desk"] } });
    const bobs = await sessionOf(shop.full, { user_id: "bob", toolkits: { enable: ["till"] } });
    for (const { key } of [ada, desk]) {
      expect(await statusOf(`/tool_router/${adas}/mcp`, { "x-api-key": key })).toBe(200);
      expect(await statusOf(`/tool_router/${bobs}/mcp`, { "x-api-key": key })).toBe(403);
    }
  });

  it("a server opens for the users of the key, by user and by account", async () => {
    const server = await newServer();
    const open = (query: string) => statusOf(`/v3/mcp/${server}?${query}`, { "x-api-key": ada.key });
    expect(await open("user_id=ada")).toBe(200);
    expect(await open("user_id=bob")).toBe(403);
    expect(await open(`connected_account_ids=${shop.accounts.ada.desk}`)).toBe(200);
    expect(await open(`connected_account_ids=${shop.accounts.bob.desk}`)).toBe(403);
    expect(await open(`connected_account_ids=${shop.accounts.ada.desk},${shop.accounts.bob.till}`)).toBe(403);
  });

  it("a server offers the toolkits of the key alone", async () => {
    const server = await newServer();
    const client = await connectAt(`/v3/mcp/${server}?user_id=ada`, { "x-api-key": desk.key });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("DESK_READ");
    expect(names).not.toContain("TILL_READ");
    await expect(client.callTool({ name: "TILL_READ", arguments: {} })).rejects.toThrow(/Unknown tool/);
    const { isError } = await client.callTool({ name: "DESK_READ", arguments: {} });
    expect(isError).toBeFalsy();
  });

  it("the management server offers the operations that keep to the limits", async () => {
    const client = await connectAt("/mcp/manage", { "x-api-key": ada.key });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("list_connected_accounts");
    expect(names).not.toContain("list_tool_logs");
    const other = await client.callTool({ name: "list_connected_accounts", arguments: { user_ids: ["bob"] } });
    expect([other.isError, JSON.stringify(other.content)]).toEqual([true, expect.stringContaining("the user bob")]);
  });
});

describe("a key for some addresses", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });

  it.each([
    [["203.0.113.7"], "203.0.113.7", "203.0.113.8"],
    [["203.0.113.0/24"], "203.0.113.255", "203.0.114.0"],
    [["2001:db8::/32"], "2001:db8:ffff::1", "2001:db9::1"],
    [["2001:db8::1", "10.0.0.0/8"], "10.255.0.1", "11.0.0.1"],
    [["203.0.113.0/24"], "::ffff:203.0.113.9", "::ffff:203.0.114.9"],
    [["::ffff:203.0.113.0/120"], "203.0.113.9", "203.0.114.9"],
    [["0.0.0.0/0"], "198.51.100.1", "2001:db8::1"],
  ])("%s is open to %s and closed to %s", async (networks, inside, outside) => {
    const { call } = await shop.limited({ networks });
    expect((await call("GET", "/tools?limit=1", undefined, from(inside))).status).toBe(200);
    expect(await answerOf(call("GET", "/tools?limit=1", undefined, from(outside)))).toEqual(
      refusal(`This API key does not work from ${outside}.`),
    );
    expect((await call("GET", "/tools?limit=1")).status).toBe(403);
    expect((await call("GET", "/tools?limit=1", undefined, from("nonsense"))).status).toBe(403);
  });

  it("holds at every endpoint that takes keys", async () => {
    const { key } = await shop.limited({ networks: ["203.0.113.7"] });
    const session = await sessionOf(shop.full, { user_id: "ada" });
    const body = { name: "every-app", auth_config_ids: [shop.configs.desk] };
    const server = (await shop.full("POST", "/mcp/servers", body)).body.id as string;
    for (const path of [`/tool_router/${session}/mcp`, `/v3/mcp/${server}?user_id=ada`, "/mcp/manage"]) {
      const headers: Record<string, string>[] = [{ "x-api-key": key }, { authorization: `Bearer ${key}` }];
      for (const header of headers) {
        expect(await statusOf(path, { ...header, ...from("203.0.113.7") }), path).toBe(200);
        expect(await statusOf(path, { ...header, ...from("203.0.113.8") }), path).toBe(403);
        expect(await statusOf(path, header), path).toBe(403);
      }
    }
    const old = (address: string) => caller(key)("GET", "/api/v1/apps", undefined, from(address));
    expect([(await old("203.0.113.7")).status, (await old("203.0.113.8")).status]).toEqual([200, 400]);
  });
});
