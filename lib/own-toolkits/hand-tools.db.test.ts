/** Tools by hand against a server on loopback: an HTTP request and a GraphQL operation, with an account's key. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const BASE = "/internal/patchbay/own_toolkits";
const SLUG = "custom_parcel_post";
const KEY = "key-of-the-post-0123456789";
let client: ApiClient;
let base = "";
const requests: { method: string; url: string; key: string; body: string }[] = [];

/** The answers of the parcel service. */
function answerTo(url: string, body: string): unknown {
  if (!url.endsWith("/graphql")) return { parcel: { id: "p1", city: "Turin" }, internal: "not for callers" };
  return body.includes('"id":"lost"')
    ? { data: { parcel: null }, errors: [{ message: "There is no such parcel." }] }
    : { data: { parcel: { history: [{ place: "Turin" }] } } };
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, key: String(headers["x-key"]), body });
    response.setHeader("content-type", "application/json").end(JSON.stringify(answerTo(url, body)));
  });
});

const toDocument = (tools: string): string => `name: Parcel Post
unique_key: parcel_post
description: Sends parcels.
auth_schemes: [{ auth_mode: API_KEY }]
proxy: { base_url: "${base}", headers: { X-Key: "{{api_key}}" } }
tools:
${tools}`;
const SEND = `  - name: Send a parcel
    description: Sends a parcel to a city. Returns the parcel.
    http:
      method: POST
      path: /parcels/{kind}
      parameters:
        - { name: kind, in: path, description: letter or box }
        - { name: city, in: body, required: true, description: Where it goes }
        - { name: grams, in: body, type: integer, description: Its weight }
        - { name: dry, in: query, type: boolean, description: Only as a trial }
      body: { to: [{ city: "{{city}}" }], weight: { unit: g, value: "{{grams}}" }, note: "To {{city}}" }
      response: parcel
`;
const HISTORY = `  - name: Get the history of a parcel
    description: Lists where a parcel has been.
    graphql:
      document: "query History($id: ID!) { parcel(id: $id) { history { place } } }"
      variables: [{ name: id, description: ID of the parcel }]
      response: data.parcel.history
`;

beforeAll(async () => {
  await installConnectToolkits({});
  client = await newApiClient();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => void server.close());

const run = async (tool: string, args: object) =>
  (
    await client.call("POST", `/tools/execute/CUSTOM_PARCEL_POST_${tool}`, {
      ...{ user_id: "ada", arguments: args, version: "latest" },
    })
  ).body;

const lastBody = (): unknown => JSON.parse(requests.at(-1)?.body ?? "");

it("is kept and published like any document, and connected with a key", async () => {
  const draft = await client.call("POST", BASE, { document: toDocument(SEND + HISTORY) });
  expect([draft.status, draft.body]).toMatchObject([201, { slug: SLUG, kind: "hand", summary: { tools: 2 } }]);
  const { body: published } = await client.call("POST", `${BASE}/${SLUG}/publish`);
  expect(published).toMatchObject({ changed: true, toolkit: { state: "published" } });
  const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
    toolkit: { slug: SLUG },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const account = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.auth_config.id },
    connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: KEY } } },
  });
  expect(account.status).toBe(201);
});

it("sends the HTTP request with the key, and returns the chosen part of the answer", async () => {
  const answer = await run("SEND_A_PARCEL", { kind: "small box", city: 'Turin"}', grams: 20 });
  expect(answer).toMatchObject({ successful: true, data: { id: "p1", city: "Turin" } });
  expect(JSON.stringify(answer)).not.toContain("not for callers");
  expect(requests.at(-1)).toMatchObject({ method: "POST", url: "/v1/parcels/small%20box", key: KEY });
  expect(lastBody()).toEqual({
    to: [{ city: 'Turin"}' }],
    weight: { unit: "g", value: 20 },
    note: 'To Turin"}',
  });
  await run("SEND_A_PARCEL", { kind: "box", city: "Rome", dry: true });
  expect(requests.at(-1)?.url).toBe("/v1/parcels/box?dry=true");
  expect(lastBody()).toEqual({ to: [{ city: "Rome" }], weight: { unit: "g" }, note: "To Rome" });
  const { length } = requests;
  expect(await run("SEND_A_PARCEL", { kind: "..", city: "Rome" })).toMatchObject({ error: { status: 422 } });
  expect(requests).toHaveLength(length);
});

it("sends the GraphQL operation with its variables, and reports its errors", async () => {
  expect(await run("GET_THE_HISTORY_OF_A_PARCEL", { id: "p1" })).toMatchObject({
    ...{ successful: true, data: { response_data: [{ place: "Turin" }] } },
  });
  expect(requests.at(-1)).toMatchObject({ method: "POST", url: "/v1/graphql", key: KEY });
  expect(lastBody()).toEqual({
    query: "query History($id: ID!) { parcel(id: $id) { history { place } } }",
    variables: { id: "p1" },
  });
  expect(await run("GET_THE_HISTORY_OF_A_PARCEL", { id: "lost" })).toMatchObject({
    ...{ successful: false, error: "Parcel Post refused the request: There is no such parcel." },
  });
});

it("shows what a change breaks, publishes it, and goes back", async () => {
  const { body: first } = await client.call<{ version: string }>("GET", `${BASE}/${SLUG}`);
  const { body: draft } = await client.call("PATCH", `${BASE}/${SLUG}`, { document: toDocument(SEND) });
  expect(draft).toMatchObject({ state: "draft", summary: { removed: 1, breaking: true } });
  expect((await client.call("POST", `${BASE}/${SLUG}/publish`)).body).toMatchObject({ changed: true });
  const history = "/tools/CUSTOM_PARCEL_POST_GET_THE_HISTORY_OF_A_PARCEL?version=latest";
  expect((await client.call("GET", history)).status).toBe(404);
  await client.call("POST", `${BASE}/${SLUG}/roll_back`, { version: first.version });
  expect((await client.call("GET", history)).status).toBe(200);
});
