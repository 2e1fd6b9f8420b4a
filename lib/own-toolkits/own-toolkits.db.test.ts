/** From a document to tools that run: previewed, kept, published, changed, rolled back and deleted over the API. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const parcels = (more: object = {}, paths: object = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Parcel Post", version: "1", description: "Sends parcels." },
    servers: [{ url: base }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/parcels": { get: { summary: "List parcels", responses: { 200: { description: "All parcels" } } } },
      "/parcels/{id}": {
        get: {
          summary: "Get a parcel",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: { 200: { description: "The parcel" } },
        },
      },
      ...paths,
    },
    ...more,
  });

const BASE = "/internal/patchbay/own_toolkits";
const SLUG = "custom_parcel_post";
type Draft = { revision: number; version: string };
let client: ApiClient;
let other: ApiClient;
let base = "";
const requests: { url: string; key: string | undefined }[] = [];
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? "", key: request.headers["x-key"] as string | undefined });
  response.setHeader("content-type", "application/json").end(JSON.stringify({ id: "p1", url: request.url }));
});

beforeAll(async () => {
  await installConnectToolkits({});
  [client, other] = [await newApiClient(), await newApiClient()];
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => void server.close());

describe("a toolkit from an OpenAPI document", () => {
  it("is previewed without being kept: tools, schemes, scores and problems with lines", async () => {
    const document = parcels({}, { "/../etc": { get: { summary: "Bad" } } });
    const { status, body } = await client.call("POST", `${BASE}/preview`, { document });
    expect([status, body.kind, body.operations, body.name]).toEqual([200, "openapi", 3, "Parcel Post"]);
    expect(body.tools).toMatchObject([
      { slug: "CUSTOM_PARCEL_POST_LIST_PARCELS", operation: "GET /parcels", effect: "read", score: 90 },
      { slug: "CUSTOM_PARCEL_POST_GET_A_PARCEL", operation: "GET /parcels/{id}" },
    ]);
    expect(body.auth_schemes).toMatchObject([{ mode: "API_KEY", connection_fields: [{ name: "api_key" }] }]);
    expect(body.problems).toMatchObject([{ path: "/paths/~1..~1etc", line: 1, fatal: false }]);
    expect((await client.call("GET", BASE)).body).toEqual({ items: [] });
  });

  it("runs with an account once it is published, in its project alone", async () => {
    const draft = await client.call("POST", BASE, { document: parcels() });
    expect([draft.status, draft.body]).toMatchObject([201, { slug: SLUG, state: "draft", version: null, revision: 1 }]);
    expect((await client.call("GET", `/toolkits/${SLUG}`)).status).toBe(404);
    expect((await client.call("POST", `${BASE}/preview`, { slug: SLUG })).body).toMatchObject({ diff: null });
    const { body: published } = await client.call("POST", `${BASE}/${SLUG}/publish`);
    expect(published).toMatchObject({ changed: true, toolkit: { state: "published", summary: { tools: 2 } } });
    const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
      toolkit: { slug: SLUG },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    await client.call("POST", "/connected_accounts", {
      auth_config: { id: config.auth_config.id },
      connection: { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: "key-of-the-post-01" } } },
    });
    const run = { user_id: "ada", arguments: { id: "p 1" }, version: "latest" };
    const { body } = await client.call("POST", "/tools/execute/CUSTOM_PARCEL_POST_GET_A_PARCEL", run);
    expect(body).toMatchObject({ successful: true, data: { id: "p1" } });
    expect(requests.at(-1)).toEqual({ url: "/v1/parcels/p%201", key: "key-of-the-post-01" });
    expect((await other.call("GET", "/tools/CUSTOM_PARCEL_POST_GET_A_PARCEL?version=latest")).status).toBe(404);
    const list = await client.call<{ items: { slug: string }[] }>(
      "GET",
      `/tools?toolkit_slug=${SLUG}&toolkit_versions=latest`,
    );
    expect(list.body.items.map(({ slug }) => slug).sort()).toEqual([
      "CUSTOM_PARCEL_POST_GET_A_PARCEL",
      "CUSTOM_PARCEL_POST_LIST_PARCELS",
    ]);
  });

  it("shows what a change breaks before it is published, and goes back", async () => {
    const { body: first } = await client.call<Draft>("GET", `${BASE}/${SLUG}`);
    const paths = { "/parcels/{id}": { delete: { summary: "Lose a parcel", responses: {} } } };
    const change = { document: parcels({}, paths), expected_revision: first.revision };
    const { body: draft } = await client.call("PATCH", `${BASE}/${SLUG}`, change);
    expect(draft).toMatchObject({ state: "draft", revision: first.revision + 1, summary: { breaking: true } });
    expect((await client.call("PATCH", `${BASE}/${SLUG}`, change)).status).toBe(409);
    const { body: report } = await client.call("POST", `${BASE}/preview`, { slug: SLUG });
    expect(report.diff).toMatchObject({
      breaking: true,
      removed: [{ slug: "CUSTOM_PARCEL_POST_GET_A_PARCEL" }],
      added: [{ slug: "CUSTOM_PARCEL_POST_LOSE_A_PARCEL" }],
    });
    const { body: second } = await client.call<Draft>("POST", `${BASE}/${SLUG}/publish`);
    expect(second.version > first.version).toBe(true);
    expect((await client.call("POST", `${BASE}/${SLUG}/publish`)).body).toMatchObject({ changed: false });
    expect((await client.call("GET", "/tools/CUSTOM_PARCEL_POST_GET_A_PARCEL?version=latest")).status).toBe(404);
    const { body: versions } = await client.call("GET", `${BASE}/${SLUG}/versions`);
    expect(versions.items).toMatchObject([{ version: second.version, is_latest: true }, { version: first.version }]);
    const back = await client.call("POST", `${BASE}/${SLUG}/roll_back`, { version: first.version });
    expect(back.body).toMatchObject({ version: first.version, state: "published" });
    expect((await client.call("GET", "/tools/CUSTOM_PARCEL_POST_GET_A_PARCEL?version=latest")).status).toBe(200);
    const { body: source } = await client.call<{ document: string }>("GET", `${BASE}/${SLUG}/source`);
    expect(JSON.parse(source.document)).toMatchObject({ info: { title: "Parcel Post" } });
  });

  it("takes choices of tools, and texts and hints over those of the document", async () => {
    const settings = {
      operations: ["GET /parcels"],
      tools: { "GET /parcels": { slug: "ALL_OF_THEM", name: "All", description: "All parcels", important: true } },
    };
    const { body } = await client.call("POST", `${BASE}/preview`, { slug: SLUG, settings });
    expect(body.tools).toMatchObject([
      { slug: "CUSTOM_PARCEL_POST_ALL_OF_THEM", name: "All", description: "All parcels", important: true },
    ]);
  });

  it("is deleted with its auth configs and accounts, which another project cannot do", async () => {
    expect((await other.call("DELETE", `${BASE}/${SLUG}`)).status).toBe(404);
    const { body } = await client.call("DELETE", `${BASE}/${SLUG}`);
    expect(body).toMatchObject({ deleted: true, auth_configs_deleted: 1, connected_accounts_deleted: 1 });
    expect((await client.call("GET", `/toolkits/${SLUG}`)).status).toBe(404);
    expect((await client.call("GET", "/auth_configs")).body).toMatchObject({ items: [] });
  });
});
