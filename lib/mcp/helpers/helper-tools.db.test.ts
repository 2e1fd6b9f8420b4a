/** The tools that connect accounts stand in a server's list where they are of use. */
import { expect, it } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer } from "@/test/clients/mcp-api";
import { connectMcp } from "@/test/clients/mcp-client";

it("lists them where an app needs an account, and nowhere else", async () => {
  await installLoopbackToolkit("http://127.0.0.1:1", MCP_TOOLS);
  const owner = await newMcpOwner();
  const listHelpers = async (needsNone: boolean) => {
    await installLoopbackToolkit("http://127.0.0.1:1", MCP_TOOLS, needsNone);
    forgetCatalog();
    const { id } = await newMcpServer(owner, { managed_auth_via_composio: true });
    const client = await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    return names.filter((name) => name.startsWith("COMPOSIO_"));
  };
  expect(await listHelpers(false)).toEqual(["COMPOSIO_MANAGE_CONNECTIONS", "COMPOSIO_WAIT_FOR_CONNECTIONS"]);
  expect(await listHelpers(true)).toEqual([]);
});
