/** Tools that a project added to toolkits travel with its files, before everything that names them. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { putOverride } from "@/lib/catalog/change-overrides/put-override";
import { findTool } from "@/lib/catalog/read/find-tool";
import { db } from "@/lib/kernel/database/db";
import { createServer } from "@/lib/mcp/servers/servers";
import { createAddedTool, removeAddedTool, replaceAddedTool } from "@/lib/own-toolkits/added/create-added-tool";
import { createToolkit, publishToolkit } from "@/lib/own-toolkits/drafts";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { exportProject, importProject, packFiles, unpack, type Credential } from "@/test/clients/project-copy";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";

const BY = { createdBy: "tests" };
const FIND = "POST_FIND_PARCELS";
const LABEL = "CUSTOM_DEPOT_LABEL";
const find = (path = "/parcels") => ({
  ...{ name: "Find parcels", description: "Finds parcels. Returns a list of parcels." },
  http: { method: "GET", path, parameters: [{ name: "city", in: "query", description: "Where it goes" }] },
});
const label = { ...find("/labels"), slug: "LABEL", name: "Make a label" };
const depot = JSON.stringify({
  ...{ openapi: "3.0.3", info: { title: "Depot", version: "1" }, servers: [{ url: "https://depot.example.net" }] },
  paths: { "/gates": { get: { operationId: "listGates", summary: "List gates", responses: {} } } },
});

type Project = { projectId: string; credential: Credential };
let source: Project;
let target: Project;

async function newProject(): Promise<Project> {
  const { projectId, userId } = await createTestOwner();
  return { projectId, credential: { cookie: await sessionCookie(userId) } };
}

beforeAll(async () => {
  const facts = { ...toolkit("post", "20260101_00", [tool("POST_LIST_GATES")]), baseUrl: "https://post.example.net" };
  await load(compiled(facts));
  source = await newProject();
  const { projectId } = source;
  await createToolkit(projectId, { document: depot, slug: "custom_depot", access: "all", settings: {} }, BY);
  await publishToolkit(projectId, "custom_depot", BY);
  await createAddedTool(projectId, { toolkit_slug: "post", tool: find() }, "tests");
  await createAddedTool(projectId, { toolkit_slug: "custom_depot", tool: label }, "tests");
  await putOverride(projectId, FIND, { hidden: false, name: "See parcels", arguments: {} });
  await createServer(projectId, {
    ...{ name: "Post", managedAuth: true, authConfigIds: [], toolkits: ["post", "custom_depot"] },
    allowedTools: [FIND, LABEL],
  });
});
beforeEach(async () => {
  target = await newProject();
});

const changesOf = (body: Awaited<ReturnType<typeof importProject>>["body"], file: string) =>
  body.changes.find((change) => change.file === file);
const added = async ({ projectId }: Project) =>
  (await db.addedTool.findMany({ where: { projectId }, orderBy: { slug: "asc" } })).map(({ slug }) => slug);

it("are copied once, with what names them, also to a toolkit that comes with them", async () => {
  const archive = await exportProject(source.credential);
  const check = await importProject(target.credential, archive, "?check=true");
  expect([check.status, changesOf(check.body, "added-tools.json")], JSON.stringify(check.body)).toMatchObject([
    200,
    { created: 1 },
  ]);
  expect(await added(target)).toEqual([]);
  const first = await importProject(target.credential, archive);
  expect([first.status, changesOf(first.body, "added-tools.json")], JSON.stringify(first.body)).toMatchObject([
    200,
    { created: 2 },
  ]);
  expect(await added(target)).toEqual([LABEL, FIND]);
  for (const file of ["tool-overrides.json", "mcp-servers.json"])
    expect(changesOf(first.body, file)).toMatchObject({ created: 1 });
  expect((await findTool(target.projectId, FIND))?.name).toBe("See parcels");
  const second = await importProject(target.credential, archive);
  for (const { created, updated } of second.body.changes) expect([created, updated]).toEqual([0, 0]);
  const files = await unpack(archive);
  expect((await unpack(await exportProject(target.credential)))["added-tools.json"]).toEqual(files["added-tools.json"]);
});

it("a changed one takes the place of the tool with its slug; one that the files do not have stays", async () => {
  const archive = await exportProject(source.credential);
  await importProject(target.credential, archive);
  await replaceAddedTool(target.projectId, FIND, { tool: find("/elsewhere") });
  await createAddedTool(target.projectId, { toolkit_slug: "post", tool: { ...label, slug: "MORE" } }, "tests");
  const { body } = await importProject(target.credential, archive);
  expect(changesOf(body, "added-tools.json")).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  expect(await added(target)).toEqual([LABEL, FIND, "POST_MORE"]);
  await removeAddedTool(target.projectId, FIND);
  expect(changesOf((await importProject(target.credential, archive)).body, "added-tools.json")).toMatchObject({
    created: 1,
  });
});

it.each([
  [
    "the name of a tool of the catalog",
    { from: "POST_LIST_GATES", toolkit: "post", tool: find() },
    /is taken|has the tool/,
  ],
  [
    "the prefix of another toolkit",
    { from: "GMAIL_FIND", toolkit: "post", tool: find() },
    /not the slug of a tool of post/,
  ],
  ["another host", { from: "POST_FAR", toolkit: "post", tool: find("//evil.example/x") }, /path/],
  ["an unknown toolkit", { from: "NOWHERE_FIND", toolkit: "nowhere", tool: find() }, /nowhere/],
])("422 with %s nothing is changed, and the place is named", async (_, item, words) => {
  const files = await unpack(await exportProject(source.credential));
  files["added-tools.json"]?.items.push(item);
  const { status, body } = await importProject(target.credential, await packFiles(files));
  expect([status, body.error?.errors?.[0]]).toEqual([422, expect.stringMatching(/^added-tools\.json: items\.2/)]);
  expect(body.error?.errors?.[0]).toMatch(words);
  expect([await added(target), await db.ownToolkit.count({ where: { projectId: target.projectId } })]).toEqual([[], 0]);
});
