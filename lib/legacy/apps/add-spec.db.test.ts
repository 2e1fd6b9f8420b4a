/** An app of a project's own by the paths from before version 3, as programs of that generation add and use it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let client: ApiClient;
let other: ApiClient;
let port = 0;
const requests: { url: string; key: string | undefined }[] = [];
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? "", key: request.headers.authorization });
  response.setHeader("content-type", "application/json").end(JSON.stringify({ id: "p1" }));
});

beforeAll(async () => {
  await installConnectToolkits({});
  [client, other] = [await newApiClient(), await newApiClient()];
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

/** @param path from the root; a client's own begin below the API of today */
const call = (by: ApiClient, method: string, path: string, body?: unknown) => by.call(method, `/../..${path}`, body);

const SPEC = "/api/v1/apps/openapi/spec";

const openApi = (path = "/parcels/{id}") => `
openapi: 3.0.3
info:
  title: Parcel Post
  version: "1"
servers:
  - url: http://127.0.0.1:${port}
paths:
  ${path}:
    get:
      operationId: get_a_parcel
      summary: Get a parcel
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: The parcel } }
  /../etc:
    get: { summary: Bad }
`;

/** With the keys that the older document names. */
const integration = () => `
name: Parcel Post
unique_key: parcel_post
description: Sends parcels.
categories: [productivity]
auth_schemes:
  - name: Key
    auth_mode: API_KEY
    fields:
      - name: api_key
        display_name: API Key
        description: "Your API key for authentication."
        type: string
        required: true
        expected_from_customer: true
    proxy:
      base_url: "http://127.0.0.1:${port}"
      headers:
        Authorization: "{{api_key}}"
`;

const add = (more: object = {}) =>
  call(client, "POST", `${SPEC}/add`, {
    name: "parcel_post",
    openApiSpecYaml: openApi(),
    integrationYaml: integration(),
    ...more,
  });

it("adds an app whose actions run, by its own names", async () => {
  const answer = await add();
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ id: "custom_parcel_post", name: "Parcel Post", status: "finished", state: "finish" }),
  ]);
  expect((await call(client, "GET", `${SPEC}/list`)).body).toMatchObject([{ id: "custom_parcel_post" }]);
  expect((await call(client, "GET", `${SPEC}/status/parcel_post`)).body).toMatchObject({ status: "finished" });
  const { body: logs } = await call(client, "GET", `${SPEC}/logs/Parcel%20Post`);
  expect(logs).toMatchObject({ logs: [expect.stringMatching(/^line \d+, \/paths/)] });
  const app = await call(client, "GET", "/api/v1/apps/PARCEL_POST");
  expect(app.body).toMatchObject({ key: "custom_parcel_post", auth_schemes: [{ auth_mode: "API_KEY" }] });
  await call(client, "POST", "/api/v2/connectedAccounts/initiateConnection", {
    app: { uniqueKey: "parcel_post" },
    config: { authScheme: "API_KEY" },
    connection: { entityId: "ada", initiateData: { api_key: "key-of-the-post-01" } },
  });
  const { body: list } = await call(client, "GET", "/api/v2/actions?apps=parcel_post");
  expect(list).toMatchObject({ items: [{ name: "CUSTOM_PARCEL_POST_GET_A_PARCEL", appName: "custom_parcel_post" }] });
  for (const name of ["parcel_post_get_a_parcel", "CUSTOM_PARCEL_POST_GET_A_PARCEL"]) {
    expect((await call(client, "GET", `/api/v2/actions/${name}`)).body).toMatchObject({ appKey: "custom_parcel_post" });
    const run = await call(client, "POST", `/api/v2/actions/${name}/execute`, { input: { id: "7" }, entityId: "ada" });
    expect([run.status, run.body]).toMatchObject([200, { successful: true, data: { id: "p1" } }]);
  }
  expect(requests.at(-1)).toEqual({ url: "/parcels/7", key: "key-of-the-post-01" });
});

it("is of its project alone", async () => {
  for (const [method, path] of [
    ["GET", `${SPEC}/status/custom_parcel_post`],
    ["GET", `${SPEC}/logs/parcel_post`],
    ["DELETE", `${SPEC}/delete/custom_parcel_post`],
    ["GET", "/api/v1/apps/parcel_post"],
    ["GET", "/api/v2/actions/PARCEL_POST_GET_A_PARCEL"],
  ] as const) {
    const { status, body } = await call(other, method, path);
    expect([path, status, body.type]).toEqual([path, 404, "NotFoundError"]);
  }
  expect((await call(other, "GET", `${SPEC}/list`)).body).toEqual([]);
});

it("replaces it under the same name, in the older names of fields too, and refuses what is no document", async () => {
  const answer = await add({
    openApiSpecYaml: undefined,
    integrationYaml: undefined,
    open_api_spec_yaml: openApi("/boxes/{id}"),
    integration_yaml: integration(),
  });
  expect(answer.body).toMatchObject({ id: "custom_parcel_post", status: "finished" });
  const input = { input: { id: "8" }, entityId: "ada" };
  await call(client, "POST", "/api/v2/actions/PARCEL_POST_GET_A_PARCEL/execute", input);
  expect(requests.at(-1)?.url).toBe("/boxes/8");
  for (const more of [
    { openApiSpecYaml: "", integrationYaml: "" },
    { openApiSpecYaml: "plain words", integrationYaml: undefined },
    { integrationYaml: "auth_schemes: 5" },
    { name: "荷物", integrationYaml: undefined },
    { name: "a".repeat(31), integrationYaml: undefined },
  ]) {
    const { status, body } = await add(more);
    expect([status, body.type]).toEqual([400, "BadRequestError"]);
  }
});

it("never takes the place of an app of the catalog", async () => {
  const { body } = await add({ name: "loopback", integrationYaml: integration().replace("parcel_post", "hackernews") });
  expect(body).toMatchObject({ id: "custom_hackernews", name: "loopback" });
  expect((await call(client, "GET", `${SPEC}/status/loopback`)).body).toMatchObject({ id: "custom_hackernews" });
  expect((await call(client, "DELETE", `${SPEC}/delete`, { name: "loopback" })).status).toBe(200);
});

it("is deleted with its integrations and accounts", async () => {
  const { status, body } = await call(client, "DELETE", `${SPEC}/delete/parcel_post`);
  expect([status, body.message]).toEqual([200, "The app custom_parcel_post is deleted."]);
  expect((await call(client, "GET", "/api/v1/connectedAccounts?user_uuid=ada")).body).toMatchObject({ items: [] });
  expect((await call(client, "DELETE", `${SPEC}/delete/parcel_post`)).body).toMatchObject({ name: "AppNotFoundError" });
});
