/** Approval rules of a project hold at its MCP servers, where nobody can be asked. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { findToolLogs, requireToolLog } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { announcePolicy, updatePolicy } from "@/lib/sessions/rules/read-policy";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { askMcp, connectUser, MCP_TOOLS, newMcpOwner, newMcpServer } from "@/test/clients/mcp-api";
import { connectMcp } from "@/test/clients/mcp-client";
import { holdTime } from "@/test/setup/hold-time";

// Changed rules are seen because they are announced.
beforeAll(holdTime);

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
});
afterAll(() => provider.close());

it("tools run only as the project's approval rules let them, at each kind of address, and nothing is sent else", async () => {
  const ruled = await newMcpOwner();
  await connectUser(ruled, "ada", "key-of-ruled-0123456789");
  const { id } = await newMcpServer(ruled);
  const response = await askMcp(ruled, "POST", "/servers/generate", { mcp_server_id: id, user_ids: ["ada"] });
  const [signed] = (response.body as unknown as { user_ids_url: string[] }).user_ids_url;
  const clients = [
    await connectMcp(`${id}?user_id=ada`, { "x-api-key": ruled.key }),
    await connectMcp(String(signed).split("/v3/mcp/")[1] ?? "", {}),
  ];
  const rule = async (subject: string, ruleText: string | null) => {
    const where = { projectId_subject: { projectId: ruled.projectId, subject } };
    const values = { rule: ruleText ?? "", toolkitSlug: "loopback", createdBy: "x" };
    await db.$transaction(async (tx) => {
      if (ruleText === null) await tx.approvalRule.delete({ where });
      else
        await tx.approvalRule.upsert({
          where,
          create: { ...values, projectId: ruled.projectId, subject },
          update: values,
        });
      await announcePolicy(tx, ruled.projectId);
    });
  };
  const outcomes = async (name = "LOOPBACK_READ") => {
    const results = await Promise.all(clients.map((client) => client.callTool({ name, arguments: {} })));
    return results.map(({ structuredContent }) => (structuredContent as { error: string | null }).error);
  };
  const both = (word: string) => [expect.stringContaining(word), expect.stringContaining(word)];
  const findListedTools = async () => {
    const lists = await Promise.all(clients.map((client) => client.listTools()));
    return lists.map(({ tools }) => tools.some(({ name }) => name === "LOOPBACK_READ"));
  };
  expect(await findListedTools()).toEqual([true, true]);
  for (const subject of ["LOOPBACK_READ", "loopback"]) {
    await rule(subject, "always_deny");
    await expect.poll(outcomes).toEqual(both(`the project's rule for ${subject} always denies it`));
    await expect.poll(findListedTools).toEqual([false, false]);
    for (const asks of ["ask_always", "ask_once"]) {
      await rule(subject, asks);
      await expect.poll(outcomes).toEqual(both("needs an approval, and nobody can be asked at an MCP server"));
    }
    await rule(subject, null);
    await expect.poll(findListedTools).toEqual([true, true]);
  }
  await updatePolicy(ruled.projectId, { default: "ask_every_call" }, { mayLoosen: () => undefined });
  await expect.poll(outcomes).toEqual(both("the project's default says ask_every_call"));
  expect(provider.seen).toEqual([]);
  await rule("LOOPBACK_READ", "always_allow");
  await expect.poll(outcomes).toEqual([null, null]);
  const denied = await clients[0]?.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "no" } });
  expect(denied).toMatchObject({ isError: true, structuredContent: { successful: false, code: 403 } });
  expect(provider.seen.map(({ method }) => method)).not.toContain("POST");
  await flushToolLogs();
  const { rows } = await findToolLogs(ruled.projectId, { limit: 1 });
  expect(await requireToolLog(ruled.projectId, rows[0]?.id ?? "")).toMatchObject({
    tool_slug: "LOOPBACK_CREATE_ISSUE",
    status: "failed",
    user_id: "ada",
    request: { arguments: { title: "no" } },
    error: expect.stringContaining("the project's default says ask_every_call"),
  });
});
