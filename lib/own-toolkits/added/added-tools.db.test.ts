/** A tool that a project adds to a toolkit of the catalog: through every door, with its accounts, for this project. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { connectKey, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { connectMcp } from "@/test/clients/mcp-client";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const API = "/api/v3";
const BASE = `${API}/internal/patchbay/added_tools`;
const SLUG = "PARCELS_WEIGH_A_PARCEL";
const KEY = "key-of-the-parcels-0123456789";
const WEIGH = {
  name: "Weigh a parcel",
  description: "Weighs a parcel that waits in the depot. Returns its grams.",
  http: {
    method: "POST",
    path: "/depot/{parcel}/scales",
    parameters: [
      { name: "parcel", in: "path", description: "ID of the parcel" },
      { name: "unit", in: "body", enum: ["gram", "ounce"], description: "Unit of the weight" },
    ],
    body: { scale: { unit: "{{unit}}" } },
    response: "body",
  },
};
const stand = useCustomToolkits({});
let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
  const fields = [{ name: "api_key", displayName: "Key", description: "Key", isSecret: true, required: true }];
  await installConnectToolkits(
    {
      parcels: {
        name: "Parcels",
        baseUrl: `${provider.baseUrl}/v1`,
        auth: [
          {
            mode: "API_KEY",
            connectionFields: fields.map((field) => ({ ...field, type: "string" as const, aliases: [] })),
            apply: [{ in: "header", name: "X-Key", value: "{api_key}" }],
          },
        ],
        tools: [
          {
            slug: "PARCELS_LIST",
            input: { type: "object", properties: {} },
            request: { method: "GET", path: "/parcels", parameters: [] },
            aliases: ["PARCELS_OLD_LIST"],
          },
        ],
      },
      unaddressed: { name: "Unaddressed", baseUrl: "", auth: [{ mode: "NO_AUTH" }], noAuth: true },
    },
    [metaToolkit()],
  );
  await connectKey(stand, "parcels", "ada", KEY);
});
afterAll(() => provider.close());

const add = (tool: object, toolkit = "parcels", key?: string) =>
  stand.call("POST", BASE, { toolkit_slug: toolkit, tool }, key);
const execute = (slug: string, body: object, key?: string) =>
  stand.call("POST", `${API}/tools/execute/${slug}`, { user_id: "ada", ...body }, key);

it("is previewed as a model will see it, and refused with the place of each problem", async () => {
  const preview = await stand.call("POST", `${BASE}/preview`, { toolkit_slug: "parcels", tool: WEIGH });
  expect(preview.body).toMatchObject({
    base_url: `${provider.baseUrl}/v1`,
    problems: [],
    tool: { slug: SLUG, effect: "create", input_schema: { required: ["parcel"] } },
  });
  const wrong = { ...WEIGH, http: { ...WEIGH.http, path: "//evil.example/{parcel}" } };
  const refusal = await add(wrong);
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
    422,
    expect.stringContaining("tool.http.path: The path"),
  ]);
  for (const path of ["https://evil.example/x", "/../x", "/a/%2e%2e/b", "/a\\b", "@evil.example/"])
    expect((await add({ ...WEIGH, http: { method: "GET", path } })).status, path).toBe(422);
  const key = { name: "X-Key", in: "header" };
  const leak = { ...WEIGH, http: { method: "GET", path: "/x", parameters: [{ ...key, name: "k", send_as: "x-key" }] } };
  expect(JSON.stringify((await add(leak)).body)).toContain("is where credentials are put");
});

it("never has a name of the catalog, and extends no toolkit that has no address", async () => {
  const list = { ...WEIGH, slug: "LIST" };
  expect(await add(list)).toMatchObject({ status: 409, body: { error: { errors: ["slug: PARCELS_LIST is taken"] } } });
  expect((await add({ ...WEIGH, slug: "OLD_LIST" })).status).toBe(409);
  expect((await add(WEIGH, "nothing_of_this_name")).status).toBe(404);
  expect((await add(WEIGH, "unaddressed")).status).toBe(422);
  expect((await add({ ...WEIGH, description: "x".repeat(70_000) })).status).toBe(413);
});

it("runs with an account of the toolkit, in each version that a call names", async () => {
  expect(await add(WEIGH)).toMatchObject({ status: 201, body: { slug: SLUG, toolkit_slug: "parcels", offered: true } });
  expect((await add(WEIGH)).status).toBe(409);
  for (const version of [undefined, "latest", "00000000_00", "20260101_00", "20200101_00"]) {
    provider.reset();
    const answer = await execute(SLUG, { arguments: { parcel: "p 1", unit: "gram" }, ...(version && { version }) });
    expect(answer.body, version).toMatchObject({ successful: true });
    expect(provider.seen).toMatchObject([
      { method: "POST", url: "/v1/depot/p%201/scales", headers: { "x-key": KEY }, body: '{"scale":{"unit":"gram"}}' },
    ]);
  }
  provider.reset();
  for (const parcel of ["..", "../x"]) expect((await execute(SLUG, { arguments: { parcel } })).status).toBe(422);
  expect(provider.seen).toEqual([]);
});

it("is in every list of the project: by toolkit, by name, by search, with pinned versions", async () => {
  const lists = [
    "toolkit_slug=parcels",
    "toolkit_slug=parcels&toolkit_versions=20260101_00",
    `tool_slugs=${SLUG}`,
    "search=weigh%20a%20parcel%20in%20the%20depot",
    "toolkit_slug=parcels&search=weigh",
  ];
  for (const list of lists) {
    const { body } = await stand.call("GET", `${API}/tools?${list}`);
    expect(
      (body.items as { slug: string }[]).map(({ slug }) => slug),
      list,
    ).toContain(SLUG);
    const { body: others } = await stand.call("GET", `${API}/tools?${list}`, undefined, stand.keys.stranger);
    expect(JSON.stringify(others), list).not.toContain(SLUG);
  }
  expect((await stand.call("GET", `${API}/tools/${SLUG}?version=20260101_00`)).body).toMatchObject({
    toolkit: { slug: "parcels" },
    tags: expect.arrayContaining(["createHint"]),
  });
  const { body } = await stand.call("GET", `${API}/toolkits?search=parcels`);
  expect((body.items as { slug: string }[]).filter(({ slug }) => slug === "parcels")).toHaveLength(1);
});

it("is found and run in a session, and at an MCP server", async () => {
  const { body: session } = await stand.call("POST", `${API}/tool_router/session`, {
    user_id: "ada",
    toolkits: { enable: ["parcels"] },
  });
  const meta = (slug: string, args: object) =>
    stand.call("POST", `${API}/tool_router/session/${session.session_id as string}/execute_meta`, {
      slug,
      arguments: args,
    });
  const search = await meta("COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "weigh a parcel" }] });
  expect(JSON.stringify(search.body)).toContain(SLUG);
  provider.reset();
  const tools = [{ tool_slug: SLUG, arguments: { parcel: "p2" } }];
  await meta("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, sync_response_to_workbench: false });
  expect(provider.seen).toMatchObject([{ url: "/v1/depot/p2/scales", headers: { "x-key": KEY } }]);
  const { body: server } = await stand.call("POST", `${API}/mcp/servers/custom`, {
    name: "Parcels",
    toolkits: ["parcels"],
    custom_tools: [SLUG],
  });
  const client = await connectMcp(`${server.id as string}?user_id=ada`, { "x-api-key": stand.keys.project });
  expect((await client.listTools()).tools).toMatchObject([{ name: SLUG }]);
  await client.callTool({ name: SLUG, arguments: { parcel: "p3" } });
  expect(provider.seen.at(-1)?.url).toBe("/v1/depot/p3/scales");
});

it("is nothing for another project", async () => {
  const { stranger } = stand.keys;
  expect((await execute(SLUG, { arguments: { parcel: "p" } }, stranger)).status).toBe(404);
  for (const [method, body] of [
    ["GET", undefined],
    ["PUT", { tool: WEIGH }],
    ["DELETE", undefined],
  ] as const)
    expect((await stand.call(method, `${BASE}/${SLUG}`, body, stranger)).status, method).toBe(404);
  expect((await stand.call("GET", BASE, undefined, stranger)).body).toEqual({ items: [] });
});

it("is changed by whoever has seen its last form, and deleted", async () => {
  const changed = { ...WEIGH, name: "Put a parcel on the scales", http: { ...WEIGH.http, path: "/scales/{parcel}" } };
  const first = await stand.call("PUT", `${BASE}/${SLUG}`, { tool: changed, expected_revision: 1 });
  expect(first).toMatchObject({ status: 200, body: { slug: SLUG, name: changed.name, revision: 2 } });
  expect((await stand.call("PUT", `${BASE}/${SLUG}`, { tool: WEIGH, expected_revision: 1 })).status).toBe(409);
  await execute(SLUG, { arguments: { parcel: "p4" } });
  expect(provider.seen.at(-1)?.url).toBe("/v1/scales/p4");
  expect((await stand.call("GET", `${BASE}/${SLUG}`)).body).toMatchObject({ tool: { name: changed.name } });
  expect((await stand.call("DELETE", `${BASE}/${SLUG}`)).body).toEqual({ deleted: true });
  expect((await execute(SLUG, { arguments: { parcel: "p" } })).status).toBe(404);
  expect((await stand.call("DELETE", `${BASE}/${SLUG}`)).status).toBe(404);
  const list = await stand.call("GET", `${API}/tools?toolkit_slug=parcels`);
  expect((list.body.items as unknown[]).length).toBe(1);
});
