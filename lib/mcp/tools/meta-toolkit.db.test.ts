import { beforeAll, expect, it } from "vitest";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { findTools } from "@/lib/catalog/read/find-tools";
import { findToolSlugs } from "@/lib/catalog/read/find-tool";
import { createTestOwner } from "@/test/builders/owners";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { findServerTool, listServerTools } from "./server-tools";
import type { McpServer } from "../servers/servers";

const META = "COMPOSIO_MULTI_EXECUTE_TOOL";
let projectId: string;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  ({ projectId } = await createTestOwner());
});

it("offers no meta tool by an MCP server, which would run what the server does not offer", async () => {
  const server = { id: "mcp_a", toolkits: ["composio", "open"], allowedTools: [], authConfigIds: [], toolTexts: {} };
  const whole = server as unknown as McpServer;
  const audience = { userId: "ada", connectedAccountIds: [] };
  const endpoint = { server: whole, audience };
  const list = JSON.parse(
    (await listServerTools(projectId, whole, undefined, { audience, first: [] })).pieces.join(""),
  ) as {
    tools: { name: string }[];
  };
  expect(list.tools.map(({ name }) => name)).toEqual(["OPEN_GET"]);
  expect(await findServerTool(projectId, endpoint, [], META)).toBeNull();
  expect(await findServerTool(projectId, endpoint, [], "OPEN_GET")).toMatchObject({ slug: "OPEN_GET" });
});

it("lists the meta tools by their toolkit and by name, and finds none of them for the words of a job", async () => {
  const slugsOf = async (filter: object) =>
    (await findTools(projectId, { limit: 100, ...filter })).items.map(({ slug }) => slug);
  expect(await slugsOf({ toolkitSlugs: ["composio"] })).toHaveLength(14);
  expect(await slugsOf({ search: "search tools, execute tools, manage connections" })).not.toContain(META);
  expect(await findToolSlugs(projectId)).toContain(META);
  expect(await findKnownTools(projectId, [META])).toMatchObject([{ toolkitSlug: "composio", run: { builtin: META } }]);
});
