/** A person chooses an operation of a GraphQL endpoint; it becomes a tool without a word written by hand. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectKey, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { type GraphqlService, startGraphqlService } from "@/test/servers/graphql-service";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const API = "/api/v3";
const ADDED = `${API}/internal/patchbay/added_tools`;
const KEY = "key-of-the-graphs-0123456789";
type Operation = { kind: string; field: string; document: string; variables: { name: string }[] } & Record<
  string,
  unknown
>;
const stand = useCustomToolkits({});
let service: GraphqlService;
let hostile: Provider;
let account = "";

beforeAll(async () => {
  [service, hostile] = await Promise.all([startGraphqlService(KEY), startProvider()]);
  const field = { name: "api_key", displayName: "Key", description: "Key", isSecret: true, required: true };
  const auth = {
    mode: "API_KEY" as const,
    connectionFields: [{ ...field, type: "string" as const, aliases: [] }],
    apply: [{ in: "header" as const, name: "X-Key", value: "{api_key}" }],
  };
  const tools = [
    {
      ...{ slug: "PARCELS_READ", input: { type: "object", properties: {} } },
      request: { method: "GET" as const, path: "/x", parameters: [] },
    },
  ];
  await installConnectToolkits({
    parcels: { name: "Parcels", baseUrl: service.url, auth: [auth], tools },
    hostile: {
      name: "Hostile",
      baseUrl: hostile.baseUrl,
      auth: [auth],
      tools: [{ ...tools[0]!, slug: "HOSTILE_READ" }],
    },
    inside: {
      ...{ name: "Inside", baseUrl: "http://169.254.169.254", auth: [auth] },
      tools: [{ ...tools[0]!, slug: "INSIDE_READ" }],
    },
  });
  account = await connectKey(stand, "parcels", "ada", KEY);
});
beforeEach(() => hostile.reset());
afterAll(async () => {
  await service.stop();
  await hostile.close();
});

const read = (toolkit_slug: string, more: object = {}, key?: string) =>
  stand.call("POST", `${ADDED}/graphql_operations`, { toolkit_slug, ...more }, key);

it("lists queries and mutations, each written out with its variables and a bounded selection", async () => {
  const { status, body } = await read("parcels");
  expect([status, body.total]).toEqual([200, 5]);
  const operations = body.operations as Operation[];
  expect(operations.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
    "query parcel",
    "query parcels",
    "query version",
    "query oldParcels",
    "mutation sendParcel",
  ]);
  const [parcel, parcels, version, old, send] = operations;
  expect(parcel).toMatchObject({
    ...{ name: "Parcel", description: "Finds a parcel by its ID.", deprecated: false, response: "data.parcel" },
    variables: [{ name: "id", description: "ID of the parcel" }],
  });
  // Without the field that needs an argument of its own.
  expect(parcel?.document.split("\n").slice(0, 5)).toEqual([
    ...["query parcel($id: ID!) {", "  parcel(id: $id) {", "    id", "    city", "    state"],
  ]);
  expect(parcel?.document).not.toContain("price");
  expect(parcels?.variables).toEqual([
    { name: "states", type: "array", items: "string", enum: ["WAITING", "SENT", "LOST"] },
    { name: "first" },
  ]);
  expect([version?.document, old?.deprecated]).toEqual(["query version {\n  version\n}", true]);
  expect(send?.variables).toEqual([
    { name: "to", type: "object", description: "Fields: city (string, required), lines (array), floor (integer)" },
    { name: "note" },
  ]);
});

it("makes tools of them that run", async () => {
  const { body } = await read("parcels");
  for (const { field, name, description, document, variables, response } of body.operations as Operation[]) {
    const tool = { slug: `G_${field.toUpperCase()}`, name, description, graphql: { document, variables, response } };
    const created = await stand.call("POST", ADDED, { toolkit_slug: "parcels", tool });
    expect([field, created.status]).toEqual([field, 201]);
  }
  const run = async (tool: string, args: object) => {
    const call = { user_id: "ada", arguments: args, version: "latest" };
    return (await stand.call("POST", `${API}/tools/execute/PARCELS_G_${tool}`, call)).body;
  };
  expect(await run("PARCEL", { id: "p9" })).toMatchObject({ successful: true, data: { id: "p9", city: "Turin" } });
  expect(await run("PARCELS", { first: 1 })).toMatchObject({
    successful: true,
    data: { response_data: [{ id: "p1" }] },
  });
  expect(await run("SENDPARCEL", { to: { city: "Rome" } })).toMatchObject({ successful: true, data: { city: "Rome" } });
  expect(await run("SENDPARCEL", { to: { street: "x" } })).toMatchObject({ successful: false });
});

it("sends an account's credentials where the endpoint wants them, and says so where it does not", async () => {
  const refusal = await read("parcels", { path: "/locked" });
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([422, expect.stringContaining("answered 401")]);
  const { body } = await read("parcels", { path: "/locked", connected_account_id: account });
  expect(body.total).toBe(5);
  expect(service.requests.at(-1)).toEqual({ path: "/locked", key: KEY });
  expect((await read("parcels", { path: "/locked", connected_account_id: account }, stand.keys.stranger)).status).toBe(
    404,
  );
  const closed = await read("parcels", { path: "/closed" });
  expect([closed.status, JSON.stringify(closed.body)]).toEqual([422, expect.stringContaining("introspection")]);
});

it("never sends an account's credentials for an auth config that names its tools", async () => {
  const { body: config } = await stand.call("POST", `${API}/auth_configs`, {
    toolkit: { slug: "parcels" },
    auth_config: {
      ...{ type: "use_custom_auth", authScheme: "API_KEY" },
      tool_access_config: { tools_available_for_execution: ["PARCELS_READ"] },
    },
  });
  const { body: limited } = await stand.call("POST", `${API}/connected_accounts`, {
    auth_config: { id: (config.auth_config as { id: string }).id },
    connection: { user_id: "bob", state: { authScheme: "API_KEY", val: { api_key: KEY } } },
  });
  const { length } = service.requests;
  expect((await read("parcels", { connected_account_id: limited.id })).status).toBe(403);
  expect(service.requests).toHaveLength(length);
});

it.each(["//evil.example/graphql", "/../admin", "graphql", "/a b", "/{id}", "https://evil.example/", "/x#y"])(
  "422 for the path %s, and nothing is sent",
  async (path) => {
    expect((await read("hostile", { path })).status).toBe(422);
    expect(hostile.seen).toEqual([]);
  },
);

it("422 for an address that the guard refuses", async () => {
  const { status, body } = await read("inside");
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("not read")]);
});

it("422 for an endpoint that answers anything else, and no secret comes back", async () => {
  const hostileAccount = await connectKey(stand, "hostile", "ada", KEY);
  for (const text of [
    "",
    "[]",
    "<html>",
    '{"data":null}',
    '{"data":{"__schema":{"types":{"length":9}}}}',
    "[".repeat(99_999),
  ]) {
    hostile.answer = (_, response) => void response.end(text);
    expect([text.slice(0, 20), (await read("hostile")).status]).toEqual([text.slice(0, 20), 422]);
  }
  hostile.answer = ({ headers }, response) =>
    void response.end(JSON.stringify({ errors: [{ message: `No schema for ${String(headers["x-key"])}` }] }));
  const echo = await read("hostile", { connected_account_id: hostileAccount });
  expect(echo.status).toBe(422);
  expect(JSON.stringify(echo.body)).not.toContain(KEY);
});

it("bounds what a schema can mean, and no secret is in it", async () => {
  const hostileAccount = await connectKey(stand, "hostile", "eve", KEY);
  const named = (kind: string, name: string) => ({ kind, name });
  const field = (name: string, description: string) => ({
    ...{ name, description, type: named("SCALAR", "String") },
    args: Array.from({ length: 60 }, (_, n) => ({ name: `a${n}`, type: named("INPUT_OBJECT", "Filter") })),
  });
  const inputFields = Array.from({ length: 100 }, (_, n) => ({ name: `f${n}`, type: named("INPUT_OBJECT", "Filter") }));
  hostile.answer = ({ headers }, response) => {
    const fields = Array.from({ length: 1_200 }, (_, n) => field(`field${n}`, String(headers["x-key"]).repeat(40)));
    const types = [
      { kind: "OBJECT", name: "Query", fields },
      { kind: "INPUT_OBJECT", name: "Filter", inputFields },
      { kind: "OBJECT", name: "__proto__", fields: [] },
    ];
    void response.end(JSON.stringify({ data: { __schema: { queryType: { name: "Query" }, types } } }));
  };
  const { status, body } = await read("hostile", { connected_account_id: hostileAccount });
  expect([status, body.total]).toEqual([200, 1_200]);
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThan(1_100_000);
  expect((body.operations as unknown[]).length).toBeGreaterThan(10);
  expect(text).not.toContain(KEY);
});
