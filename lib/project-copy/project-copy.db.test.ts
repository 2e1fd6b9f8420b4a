/** A project is copied to another one by files, on a real database: once, again, changed, and by who may not. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { db } from "@/lib/kernel/database/db";
import { createServer } from "@/lib/mcp/servers/servers";
import { describeTool } from "@/lib/mcp/tools/tool-text";
import { upsertTrigger } from "@/lib/triggers/instances/upsert-trigger";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { addMember } from "@/test/builders/members";
import { installLoopbackTriggers } from "@/test/builders/loopback-triggers";
import { ON } from "@/test/builders/origin";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { MCP_TOOLS } from "@/test/clients/mcp-api";
import { exportProject, importProject, packFiles, send, unpack, type Credential } from "@/test/clients/project-copy";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";

const TRIGGERS = `
source: https://example.com/docs
webhook:
  verify: { by: hmac, header: x-signature, message: "{body}" }
  secret: { from: generated }
  eventId: { header: x-id }
  hook:
    create: { method: POST, path: "/hooks", body: { url: "{url}", secret: "{secret}" } }
    id: id
    delete: { method: DELETE, path: "/hooks/{hook}" }
triggers:
  LOOPBACK_ARRIVED:
    name: Arrived
    description: Something arrives.
    config: { room: { type: string, description: The room, required: true } }
    when: [{ path: kind, is: parcel }]
    payload: { number: integer }
    sample: { body: { kind: parcel, number: 1 } }
  LOOPBACK_LISTED:
    name: Listed
    description: Something new stands in a list.
    poll: { request: { path: /items }, items: items, id: "{item.id}", time: at }
    payload: { id: integer }
    sample: { body: { items: [{ id: 1, at: 1764590400 }] } }
`;
const SECRETS = ["the-secret-of-the-app", "the-shared-key-0001", "key-of-ada-0123456789", "pass-of-proxy"];

type Project = { projectId: string; byKey: Credential; byOwner: Credential };
let provider: Provider;
let source: Project;
let target: Project;

async function newProject(): Promise<Project> {
  const { projectId, userId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "tests" });
  return { projectId, byKey: { "x-api-key": key }, byOwner: { cookie: await sessionCookie(userId) } };
}

const connect = async (projectId: string, authConfigId: string, userId: string): Promise<string> =>
  (await beginConnection(projectId, { authConfigId, userId, values: { api_key: "key-of-ada-0123456789" } })).account.id;

/** A project with something of every kind. */
async function fill({ projectId }: Project): Promise<void> {
  const config = await createAuthConfig(projectId, {
    toolkitSlug: "loopback",
    managed: false,
    scheme: "API_KEY",
    name: "With an app",
    credentials: { client_id: "the-app", client_secret: SECRETS[0], base_url: provider.baseUrl, scopes: "read write" },
    sharedCredentials: { api_key: SECRETS[1] },
    proxy: { url: "http://127.0.0.1:1", key: SECRETS[3] ?? "" },
    toolAccess: { tools_available_for_execution: ["LOOPBACK_READ"] },
  });
  const plain = await createAuthConfig(projectId, { toolkitSlug: "loopback", managed: false, scheme: "API_KEY" });
  const account = await connect(projectId, plain.id, "ada");
  const server = await createServer(projectId, {
    name: "Parcels",
    managedAuth: true,
    authConfigIds: [config.id, plain.id],
    toolkits: [],
    allowedTools: ["LOOPBACK_READ"],
  });
  await describeTool(projectId, server.id, "LOOPBACK_READ", { name: "look_up", description: "Looks a parcel up." });
  const trigger = { connectedAccountId: account, userId: "ada", versions: {} };
  await upsertTrigger(projectId, { ...trigger, slug: "LOOPBACK_LISTED", config: {}, polling: { interval: 5 } }, ON);
  await upsertTrigger(projectId, { ...trigger, slug: "LOOPBACK_ARRIVED", config: { room: "b" } }, ON);
  await createSubscription(projectId, {
    url: "https://example.com/events",
    enabledEvents: ["composio.trigger.message"],
    version: "V3",
    filters: [{ path: "data.number", operator: "equals", value: 7 }],
  });
  await updateProjectConfig(projectId, { displayName: "Parcels", logRetentionDays: 7 });
}

beforeAll(async () => {
  provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"id":"hook 1"}');
  await installLoopbackTriggers(provider.baseUrl, TRIGGERS, MCP_TOOLS);
  source = await newProject();
  await fill(source);
});
afterAll(() => provider.close());
beforeEach(async () => {
  target = await newProject();
});

const countsOf = (changes: { file: string; created: number; unchanged: number; left_out: number }[]) =>
  Object.fromEntries(
    changes.map(({ file, created, unchanged, left_out: leftOut }) => [file, { created, unchanged, leftOut }]),
  );

it("holds everything but secrets, and is the same bytes again", async () => {
  const archive = await exportProject(source.byKey);
  expect((await exportProject(source.byOwner)).equals(archive)).toBe(true);
  const files = await unpack(archive);
  const text = JSON.stringify(files);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(text).not.toContain("whsec_");
  expect(Object.keys(files)).toEqual([
    ...["project.json", "own-toolkits.json", "added-tools.json", "tool-overrides.json", "auth-configs.json"],
    ...["mcp-servers.json", "triggers.json", "webhook-subscriptions.json", "connected-accounts.json"],
  ]);
  expect(files["auth-configs.json"]?.items).toMatchObject([
    { name: "Key" },
    {
      name: "With an app",
      credentials: { base_url: provider.baseUrl, client_id: "the-app" },
      scopes: ["read", "write"],
      secrets: ["client_secret", "shared_credentials.api_key", "proxy_auth_key"],
    },
  ]);
  expect(files["mcp-servers.json"]?.items).toMatchObject([{ tools: { LOOPBACK_READ: { name: "look_up" } } }]);
  expect(files["connected-accounts.json"]?.items).toMatchObject([{ user_id: "ada", status: "ACTIVE" }]);
  expect(files["project.json"]).toMatchObject({ settings: { display_name: "Parcels", log_retention_days: 7 } });
});

it("makes a copy that asks for what is missing, does nothing the second time, and follows later changes", async () => {
  const archive = await exportProject(source.byKey);
  const preview = await importProject(target.byOwner, archive, "?check=true");
  expect(preview).toMatchObject({ status: 200, body: { check: true } });
  expect(await db.authConfig.count({ where: { projectId: target.projectId } })).toBe(0);
  const first = await importProject(target.byOwner, archive);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(first.body.changes).toEqual(preview.body.changes);
  expect(countsOf(first.body.changes)).toEqual({
    "project.json": { created: 0, unchanged: 0, leftOut: 0 },
    "auth-configs.json": { created: 2, unchanged: 0, leftOut: 0 },
    "mcp-servers.json": { created: 1, unchanged: 0, leftOut: 0 },
    "triggers.json": { created: 0, unchanged: 0, leftOut: 2 },
    "webhook-subscriptions.json": { created: 1, unchanged: 0, leftOut: 0 },
    "connected-accounts.json": { created: 0, unchanged: 0, leftOut: 1 },
  });
  const texts = first.body.to_do.map(({ text }) => text).join("\n");
  expect(texts).toContain("Fill in client_secret, shared_credentials.api_key, proxy_auth_key");
  expect(texts).toContain("ada has no account of loopback here");
  expect(texts).toContain("1 user has to connect loopback here.");
  const where = { projectId: target.projectId };
  const configs = await db.authConfig.findMany({ where, orderBy: { name: "asc" } });
  expect(configs.map(({ name, enabled }) => [name, enabled])).toEqual([
    ["Key", true],
    ["With an app", false],
  ]);
  const server = await db.mcpServer.findFirstOrThrow({ where });
  expect([...server.authConfigIds].sort()).toEqual(configs.map(({ id }) => id).sort());
  expect(server).toMatchObject({ allowedTools: ["LOOPBACK_READ"], toolTexts: { LOOPBACK_READ: { name: "look_up" } } });
  expect((await db.webhookSubscription.findFirstOrThrow({ where })).pausedAt).not.toBeNull();
  const second = await importProject(target.byOwner, archive);
  for (const { created, updated } of second.body.changes) expect([created, updated]).toEqual([0, 0]);
  // The files of both projects can be compared: only accounts and what is filled in differ.
  const [before, after] = [await unpack(archive), await unpack(await exportProject(target.byKey))];
  expect(after["mcp-servers.json"]).toEqual(before["mcp-servers.json"]);
  expect(after["webhook-subscriptions.json"]).toEqual(before["webhook-subscriptions.json"]);
  expect(after["project.json"]?.settings).toEqual(before["project.json"]?.settings);
  const changed = structuredClone(before);
  Object.assign(changed["mcp-servers.json"]?.items[0] ?? {}, { name: "Parcels again" });
  const third = await importProject(target.byOwner, await packFiles(changed));
  expect(third.body.changes.find(({ file }) => file === "mcp-servers.json")).toMatchObject({ updated: 1 });
  expect(await db.mcpServer.findMany({ where })).toMatchObject([{ id: server.id, name: "Parcels again" }]);
});

it("makes triggers switched off when their users have connected, and their hooks when they are switched on", async () => {
  const archive = await exportProject(source.byKey);
  await importProject(target.byOwner, archive);
  const where = { projectId: target.projectId };
  const config = await db.authConfig.findFirstOrThrow({ where: { ...where, name: "Key" } });
  await connect(target.projectId, config.id, "ada");
  provider.seen.length = 0;
  const { body } = await importProject(target.byOwner, archive);
  expect(body.changes.find(({ file }) => file === "triggers.json")).toMatchObject({ created: 2, left_out: 0 });
  const triggers = await db.triggerInstance.findMany({ where, orderBy: { slug: "asc" } });
  expect(triggers).toMatchObject([
    { slug: "LOOPBACK_ARRIVED", config: { room: "b" }, hookId: null, disabledReason: null },
    { slug: "LOOPBACK_LISTED", pollMinutes: 5, pollAt: null, endpointId: null },
  ]);
  for (const { disabledAt } of triggers) expect(disabledAt).not.toBeNull();
  expect(provider.seen).toEqual([]);
  const enable = (id: string) =>
    send(target.byKey, "PATCH", `/trigger_instances/manage/${id}`, JSON.stringify({ status: "enable" }));
  for (const { id } of triggers) expect((await enable(id)).status).toBe(200);
  const [hooked, polled] = await db.triggerInstance.findMany({ where, orderBy: { slug: "asc" } });
  expect(hooked).toMatchObject({ hookId: "hook 1", disabledAt: null });
  expect(JSON.parse(provider.seen[0]?.body ?? "{}")).toMatchObject({
    secret: expect.stringMatching(/^whs_/) as string,
  });
  expect(polled?.pollAt).not.toBeNull();
  const again = await importProject(target.byOwner, archive);
  expect(again.body.changes.find(({ file }) => file === "triggers.json")).toMatchObject({ unchanged: 2 });
  // A second time on makes no second hook.
  expect((await enable(hooked?.id ?? "")).status).toBe(200);
  expect(provider.seen.filter(({ url }) => url === "/hooks")).toHaveLength(1);
});

it("finds the items of the same project, and makes what was deleted again", async () => {
  const archive = await exportProject(source.byKey);
  const { body } = await importProject(source.byOwner, archive);
  for (const { created, updated, left_out: leftOut } of body.changes)
    expect([created, updated, leftOut]).toEqual([0, 0, 0]);
  await importProject(target.byOwner, archive);
  await db.mcpServer.deleteMany({ where: { projectId: target.projectId } });
  const again = await importProject(target.byOwner, archive);
  expect(again.body.changes.find(({ file }) => file === "mcp-servers.json")).toMatchObject({ created: 1 });
});

it("touches nothing of the project that the ids are of", async () => {
  const files = await unpack(await exportProject(source.byKey));
  const { projectId } = source;
  const before = await db.authConfig.findMany({ where: { projectId }, orderBy: { id: "asc" } });
  for (const item of files["auth-configs.json"]?.items ?? [])
    Object.assign(item, { name: "Taken over", credentials: { base_url: "https://attacker.example.com" } });
  expect((await importProject(target.byOwner, await packFiles(files))).status).toBe(200);
  expect(await db.authConfig.findMany({ where: { projectId }, orderBy: { id: "asc" } })).toEqual(before);
  // Nor does an item that names an auth config of the other project use it.
  const only = { "mcp-servers.json": files["mcp-servers.json"] as NonNullable<(typeof files)[string]> };
  const stranger = await newProject();
  const refusal = await importProject(stranger.byOwner, await packFiles(only));
  expect(refusal.status).toBe(422);
  expect(refusal.body.error?.errors?.[0]).toMatch(
    /^mcp-servers\.json: items\.0\.auth_configs: ac_\w+ is neither in auth-configs\.json nor in this project/,
  );
});

it("leads no stored secret to another address", async () => {
  const archive = await exportProject(source.byKey);
  const files = await unpack(archive);
  for (const item of files["auth-configs.json"]?.items ?? [])
    Object.assign(item, { name: "Moved", credentials: { base_url: "https://attacker.example.com" } });
  await importProject(source.byKey, await packFiles(files));
  const { items = [] } = (await unpack(await exportProject(source.byKey)))["auth-configs.json"] ?? {};
  expect(items.map(({ name }) => name)).toEqual(["Moved", "Moved"]);
  expect(JSON.stringify(items)).not.toContain("attacker.example.com");
  await importProject(source.byKey, archive);
});

it("changes nothing if one item is wrong, and names each with its file and place", async () => {
  const files = await unpack(await exportProject(source.byKey));
  Object.assign(files["auth-configs.json"]?.items[1] ?? {}, { toolkit: "loopbakc" });
  Object.assign(files["mcp-servers.json"]?.items[0] ?? {}, { allowed_tools: ["LOOPBACK_REED"] });
  Object.assign(files["webhook-subscriptions.json"]?.items[0] ?? {}, { enabled_events: ["composio.nothing"] });
  const { status, body } = await importProject(target.byOwner, await packFiles(files));
  expect(status).toBe(422);
  expect(body.error?.errors).toEqual([
    expect.stringMatching(/^auth-configs\.json: items\.1: There is no toolkit "loopbakc"\. Did you mean loopback/),
    expect.stringMatching(/^mcp-servers\.json: items\.0: allowed_tools\.0: There is no tool .*LOOPBACK_READ/),
    expect.stringMatching(/^webhook-subscriptions\.json: items\.0: enabled_events: .* Use some of: /),
  ]);
  expect(await db.authConfig.count({ where: { projectId: target.projectId } })).toBe(0);
});

it("lets a key import, but not what protects the project; viewers export, and import nothing", async () => {
  const archive = await exportProject(source.byKey);
  const refusal = await importProject(target.byKey, archive);
  expect([refusal.status, refusal.body.error?.message]).toEqual([
    403,
    expect.stringContaining("log_retention_days") as string,
  ]);
  expect(await db.authConfig.count({ where: { projectId: target.projectId } })).toBe(0);
  const { "project.json": _, ...files } = await unpack(archive);
  expect((await importProject(target.byKey, await packFiles(files))).status).toBe(200);
  const owner = await createTestOwner();
  const viewer = { cookie: (await addMember(owner, "viewer")).cookie };
  expect((await send(viewer, "GET", "/internal/patchbay/project/export")).status).toBe(200);
  expect((await importProject(viewer, archive)).status).toBe(403);
  const where = { projectId: owner.projectId, action: { startsWith: "project." } };
  const events = await db.auditEvent.findMany({ where, orderBy: { id: "asc" } });
  const outcomes = events.map(({ action, outcome }) => `${action} ${outcome}`);
  expect(outcomes).toEqual(["project.export done", "project.import refused"]);
});

it("imports once what is sent twice at the same time", async () => {
  const archive = await exportProject(source.byKey);
  const answers = await Promise.all([importProject(target.byOwner, archive), importProject(target.byOwner, archive)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const where = { projectId: target.projectId };
  expect([await db.authConfig.count({ where }), await db.mcpServer.count({ where })]).toEqual([2, 1]);
});
