/** A project's own toolkits have limits of bytes and versions, which no other project shares. */
import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { MOST_STORED_BYTES, MOST_VERSIONS } from "./constants";

const BASE = "/internal/patchbay/own_toolkits";
const document = (summary: string) =>
  JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Parcels", version: "1" }, servers: [{ url: "https://post.example.net" }] },
    paths: { "/parcels": { get: { summary, responses: {} } } },
  });
type Use = { bytes: number; versions: number; toolkits: number; items: { slug: string }[] };
type Refusal = { error: { message: string; suggested_fix: string } };
let client: ApiClient;
let projectId: string;

beforeAll(() => installConnectToolkits({}));
beforeEach(async () => {
  client = await newApiClient();
  await client.call("POST", BASE, { slug: "custom_parcels", document: document("List parcels") });
  await client.call("POST", `${BASE}/custom_parcels/publish`);
  ({ projectId } = await db.ownToolkit.findFirstOrThrow({ orderBy: { createdAt: "desc" } }));
});

/** Another toolkit with documents that cannot be compressed, and with versions. */
async function fill(bytes: number, versions: number): Promise<void> {
  const facts = { projectId, slug: "custom_large" };
  const source = bytes > 0 ? new Uint8Array(randomBytes(bytes)) : null;
  await db.ownToolkit.create({ data: { ...facts, kind: "openapi", name: "Large", source } });
  const rows = Array.from({ length: versions }, (_, index) => ({ ...facts, version: `20260101_${index}`, facts: {} }));
  await db.ownToolkitVersion.createMany({ data: rows.map((row) => ({ ...row, hash: "" })) });
}

const usage = async (): Promise<Use> => (await client.call<Use>("GET", `${BASE}/usage`)).body;
const publishNext = async (summary: string) => {
  const change = await client.call<Refusal>("PATCH", `${BASE}/custom_parcels`, { document: document(summary) });
  return change.status === 200 ? client.call<Refusal>("POST", `${BASE}/custom_parcels/publish`) : change;
};
const versionsOf = async (): Promise<string[]> => {
  const { body } = await client.call<{ items: { version: string }[] }>("GET", `${BASE}/custom_parcels/versions`);
  return body.items.map(({ version }) => version);
};

it("says what is used, the largest toolkit first, and nothing of other projects", async () => {
  expect(await usage()).toMatchObject({ versions: 1, toolkits: 1, items: [{ slug: "custom_parcels" }] });
  await fill(100_000, 3);
  const use = await usage();
  expect([use.versions, use.items.map(({ slug }) => slug)]).toEqual([4, ["custom_large", "custom_parcels"]]);
  expect(use.bytes).toBeGreaterThan(100_000);
  expect((await (await newApiClient()).call<Use>("GET", `${BASE}/usage`)).body).toMatchObject({ bytes: 0, items: [] });
});

it("409 for a document without room, which names the largest toolkit; nothing is stored", async () => {
  await fill(MOST_STORED_BYTES, 0);
  const creation = await client.call<Refusal>("POST", BASE, { slug: "custom_more", document: document("List all") });
  expect([creation.status, creation.body.error.message]).toEqual([
    409,
    expect.stringMatching(/take 64\.\d MB, and the most is 64\.0 MB/),
  ]);
  expect(creation.body.error.suggested_fix).toContain("custom_large (64.0 MB, 0 versions)");
  expect((await publishNext("Show parcels")).status).toBe(409);
  expect(await db.ownToolkit.count({ where: { projectId } })).toBe(2);
  expect(await versionsOf()).toHaveLength(1);
  await client.call("DELETE", `${BASE}/custom_large`);
  expect((await publishNext("Show parcels")).status).toBe(200);
});

it("deletes the oldest versions of a toolkit for a new one, and keeps those that run", async () => {
  for (const summary of ["Show parcels", "See parcels"]) expect((await publishNext(summary)).status).toBe(200);
  const before = await versionsOf();
  await fill(0, MOST_VERSIONS - 3);
  expect((await publishNext("Read parcels")).status).toBe(200);
  const after = await versionsOf();
  expect([after.length, after.slice(1)]).toEqual([3, before.slice(0, 2)]);
  const toolkit = await db.toolkit.findFirstOrThrow({ where: { projectId, slug: "custom_parcels" } });
  expect(toolkit.availableVersions).toEqual(after);
  const tools = await db.tool.findMany({ where: { projectId }, select: { version: true } });
  expect(tools.map(({ version }) => version).sort()).toEqual([...after].sort());
  // A new toolkit has no earlier versions.
  const { status } = await client.call("POST", BASE, { slug: "custom_third", document: document("List thirds") });
  expect(status).toBe(201);
  const refusal = await client.call<Refusal>("POST", `${BASE}/custom_third/publish`);
  expect([refusal.status, refusal.body.error.message]).toEqual([409, expect.stringContaining("501 versions")]);
});
