/** Toolkits of a project's own and changed tools travel with its files, and run in the other project. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { putOverride } from "@/lib/catalog/change-overrides/put-override";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { findTool } from "@/lib/catalog/read/find-tool";
import { db } from "@/lib/kernel/database/db";
import { createServer } from "@/lib/mcp/servers/servers";
import { createToolkit, publishToolkit, updateToolkit } from "@/lib/own-toolkits/drafts";
import { upsertServer } from "@/lib/own-toolkits/mcp/register-server";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { addMember } from "@/test/builders/members";
import { ON } from "@/test/builders/origin";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { exportProject, importProject, packFiles, unpack, type Credential } from "@/test/clients/project-copy";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const SLUG = "custom_parcels";
const BY = { createdBy: "tests" };
const describeApi = (server = "https://post.example.net", summary = "List parcels") =>
  JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Parcels", version: "1" }, servers: [{ url: server }] },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/parcels": {
        get: {
          ...{ operationId: "listParcels", summary, responses: {} },
          parameters: [{ name: "depot", in: "query", schema: { type: "string" } }],
        },
      },
    },
  });

type Project = { projectId: string; owner: Awaited<ReturnType<typeof createTestOwner>>; credential: Credential };
let source: Project;
let target: Project;

async function newProject(): Promise<Project> {
  const owner = await createTestOwner();
  return { projectId: owner.projectId, owner, credential: { cookie: await sessionCookie(owner.userId) } };
}

beforeAll(async () => {
  await installConnectToolkits({});
  source = await newProject();
  const { projectId } = source;
  await createToolkit(projectId, { document: describeApi(), slug: SLUG, access: "all", settings: {} }, BY);
  await publishToolkit(projectId, SLUG, BY);
  await createToolkit(projectId, { document: describeApi(), slug: "custom_later", access: "ada", settings: {} }, BY);
  await putOverride(projectId, "CUSTOM_PARCELS_LIST_PARCELS", {
    ...{ name: "See parcels", hidden: false, arguments: { depot: { fixed: "north" } } },
  });
  const { id } = await createAuthConfig(projectId, { toolkitSlug: SLUG, managed: false, scheme: "API_KEY" });
  await createServer(projectId, {
    ...{ name: "Parcels", managedAuth: true, authConfigIds: [id], toolkits: [] },
    allowedTools: ["CUSTOM_PARCELS_LIST_PARCELS"],
  });
  const headers = {
    Authorization: "Bearer {{generic_api_key}}",
    "X-Secret-Token": "of-the-operator",
    "X-Version": "2",
  };
  await upsertServer(
    projectId,
    "notes",
    { name: "Notes", mcp_url: "https://mcp.example.com/mcp", auth_schemes: [{ mode: "API_KEY", headers }] },
    { ...BY, signal: AbortSignal.timeout(30_000), on: ON },
  );
});
beforeEach(async () => {
  target = await newProject();
});

const changesOf = (body: Awaited<ReturnType<typeof importProject>>["body"], file: string) =>
  body.changes.find((change) => change.file === file);

it("copies documents, servers and changed tools without secrets, once", async () => {
  const archive = await exportProject(source.credential);
  const files = await unpack(archive);
  expect(JSON.stringify(files)).not.toContain("of-the-operator");
  expect(files["own-toolkits.json"]?.items.map(({ from, published }) => [from, published])).toEqual([
    ["custom_later", false],
    ["custom_notes", true],
    [SLUG, true],
  ]);
  const check = await importProject(target.credential, archive, "?check=true");
  expect([check.status, changesOf(check.body, "own-toolkits.json")], JSON.stringify(check.body)).toMatchObject([
    200,
    { created: 3 },
  ]);
  expect(check.body.to_do.map(({ from, text }) => `${from}: ${text}`)).toContainEqual(
    expect.stringMatching(/^custom_parcels: 3 items need it/),
  );
  expect(await db.ownToolkit.count({ where: { projectId: target.projectId } })).toBe(0);
  const first = await importProject(target.credential, archive);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  for (const file of ["tool-overrides.json", "auth-configs.json", "mcp-servers.json"])
    expect(changesOf(first.body, file)).toMatchObject({ created: 1 });
  const tool = await findTool(target.projectId, "CUSTOM_PARCELS_LIST_PARCELS");
  expect([tool?.name, tool?.projectId, Object.keys(tool?.inputSchema.properties ?? {})]).toEqual([
    ...["See parcels", target.projectId, []],
  ]);
  const rows = await db.ownToolkit.findMany({ where: { projectId: target.projectId }, orderBy: { slug: "asc" } });
  expect(rows.map(({ slug, state, access }) => [slug, state, access])).toEqual([
    ["custom_later", "draft", "ada"],
    ["custom_notes", "published", "all"],
    [SLUG, "published", "all"],
  ]);
  const second = await importProject(target.credential, archive);
  for (const { created, updated } of second.body.changes) expect([created, updated]).toEqual([0, 0]);
  expect(await db.ownToolkitVersion.count({ where: { projectId: target.projectId, slug: SLUG } })).toBe(1);
  expect((await unpack(await exportProject(target.credential)))["own-toolkits.json"]).toEqual(
    files["own-toolkits.json"],
  );
});

it("publishes a changed document as the next version, and copies no unpublished change", async () => {
  const before = await exportProject(source.credential);
  await updateToolkit(source.projectId, SLUG, { document: describeApi(undefined, "Show parcels") }, {});
  expect((await unpack(await exportProject(source.credential)))["own-toolkits.json"]).toEqual(
    (await unpack(before))["own-toolkits.json"],
  );
  await updateToolkit(source.projectId, SLUG, { document: describeApi() }, {});
  await importProject(target.credential, before);
  const files = await unpack(before);
  Object.assign(files["own-toolkits.json"]?.items.at(-1) ?? {}, { document: describeApi(undefined, "Show parcels") });
  for (const name of ["tool-overrides.json", "auth-configs.json", "mcp-servers.json"]) delete files[name];
  const { body } = await importProject(target.credential, await packFiles(files));
  expect(changesOf(body, "own-toolkits.json"), JSON.stringify(body)).toMatchObject({ updated: 1, unchanged: 2 });
  expect(await db.ownToolkitVersion.count({ where: { projectId: target.projectId, slug: SLUG } })).toBe(2);
});

it("changes nothing for a document that gives no tools, a wrong item of anything else, and settings of owners", async () => {
  const files = await unpack(await exportProject(source.credential));
  const broken = structuredClone(files);
  Object.assign(broken["own-toolkits.json"]?.items.at(-1) ?? {}, { document: "openapi: 3.0.0" });
  const refusal = await importProject(target.credential, await packFiles(broken));
  expect([refusal.status, refusal.body.error?.errors?.[0]]).toEqual([
    422,
    expect.stringMatching(/^own-toolkits\.json: items\.2: /),
  ]);
  const other = structuredClone(files);
  other["triggers.json"]?.items.push({
    ...{ from: "ti_x", trigger: "NOTHING_AT_ALL", config: {} },
    account: { from: "ca_x", toolkit: "gmail", user_id: "ada", auth_config: "ac_x" },
  });
  expect((await importProject(target.credential, await packFiles(other))).status).toBe(422);
  const protectedFiles = structuredClone(files);
  Object.assign(protectedFiles["project.json"]?.settings ?? {}, { log_retention_days: 3 });
  const { key } = await createApiKey(target.projectId, { name: "tests" });
  expect((await importProject({ "x-api-key": key }, await packFiles(protectedFiles))).status).toBe(403);
  expect(await db.ownToolkit.count({ where: { projectId: target.projectId } })).toBe(0);
});

it("shows nobody fixed arguments who may not change them, and takes no toolkit of another project over", async () => {
  const viewer = { cookie: (await addMember(source.owner, "viewer")).cookie };
  const readable = await unpack(await exportProject(viewer));
  expect(Object.keys(readable)).not.toContain("tool-overrides.json");
  expect(JSON.stringify(readable)).not.toContain("north");
  await importProject(target.credential, await exportProject(source.credential));
  const files = await unpack(await exportProject(target.credential));
  const document = describeApi("https://attacker.example.com");
  for (const item of files["own-toolkits.json"]?.items ?? []) if (item.document !== undefined) item.document = document;
  await importProject(target.credential, await packFiles(files));
  const rows = await db.ownToolkit.findMany({ where: { projectId: source.projectId }, select: { source: true } });
  expect(rows.some(({ source: bytes }) => bytes && Buffer.from(bytes).equals(gzipSync(document)))).toBe(false);
});
