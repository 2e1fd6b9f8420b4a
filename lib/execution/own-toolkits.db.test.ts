/**
 * A project with a toolkit and a tool of its own under names of the catalog: what runs is the catalog's, for everybody.
 */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { db } from "@/lib/kernel/database/db";
import { accountId, caller, FACTS, otherProjectId, projectId, provider, run } from "@/test/builders/execute-tool";
import { connectLoopback } from "@/test/servers/loopback-provider";
import { executeProxy } from "./execute-proxy";

let otherAccountId: string;
const accountOf = (project: string): string => (project === projectId ? accountId : otherAccountId);

beforeAll(async () => {
  otherAccountId = await connectLoopback(otherProjectId, "ada", "key-of-another-project-012345");
  const baseUrl = `${provider.baseUrl}/own`;
  await db.toolkit.create({
    data: {
      id: "own-loopback",
      projectId,
      slug: "loopback",
      name: "Own",
      description: "",
      kind: "custom",
      baseUrl,
      authSchemes: [],
      noAuth: true,
      version: "1",
      availableVersions: ["1"],
      meta: { hosts: [], headers: {}, attribution: [] },
      hash: "",
    },
  });
  for (const slug of ["LOOPBACK_READ", "LOOPBACK_MINE"])
    await db.tool.create({
      data: {
        id: `own-${slug}`,
        projectId,
        slug,
        toolkitSlug: "loopback",
        version: "1",
        isLatest: true,
        name: "Own",
        description: "",
        inputSchema: { type: "object", properties: {} },
        outputSchema: { type: "object", properties: {} },
        run: { request: { method: "GET", baseUrl, path: "/mine", parameters: [] } },
      },
    });
});

describe.each([
  ["the project asks first", () => [projectId, otherProjectId]],
  ["another project asks first", () => [otherProjectId, projectId]],
])("a catalog's toolkit when %s", (_, projects) => {
  beforeEach(forgetCatalog);

  it("runs the catalog's tool with its accounts", async () => {
    for (const project of [...projects(), ...projects()])
      expect(await run("LOOPBACK_READ", {}, caller(project))).toMatchObject({ successful: true });
    expect(provider.seen.map(({ url }) => url)).toEqual(Array(4).fill("/read"));
  });

  it("proxies to the catalog's base address", async () => {
    for (const project of [...projects(), ...projects()])
      await executeProxy(
        caller(project),
        { endpoint: "/me", method: "GET", connected_account_id: accountOf(project) },
        FACTS,
      );
    expect(provider.seen.map(({ url }) => url)).toEqual(Array(4).fill("/me"));
  });

  it("runs no tool of the hidden toolkit (404)", async () => {
    for (const project of [...projects(), ...projects()])
      await expect(run("LOOPBACK_MINE", {}, caller(project))).rejects.toMatchObject({ status: 404 });
    expect(provider.seen).toEqual([]);
  });
});
