/** The order of an execution: key, account, permission, the end user's limit, credentials, request, log. */
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { FACTS, failure, provider } from "@/test/builders/execute-tool";
import { connectLoopback } from "@/test/servers/loopback-provider";
import { createTestOwner } from "@/test/builders/owners";
import { holdWindows } from "@/test/setup/hold-windows";
import { executeTool } from "./execute-tool";
import { executeProxy } from "./execute-proxy";

beforeAll(holdWindows);

async function newTestAccount({ allowed = [] }: { allowed?: string[] }) {
  const { projectId } = await createTestOwner();
  const accountId = await connectLoopback(projectId, "ada", "key-of-ada-0123456789", {
    toolAccess: { tools_available_for_execution: allowed },
  });
  return { projectId, accountId };
}
const unopenable = (id: string) => db.connectedAccount.update({ where: { id }, data: { credentials: "not sealed" } });

it("checks for 403 and 429 before it opens credentials, so that a refused call renews no token", async () => {
  const { projectId, accountId } = await newTestAccount({ allowed: ["LOOPBACK_CREATE_ISSUE"] });
  await unopenable(accountId);
  const caller = {
    projectId,
    settings: { storePayloads: true, rateLimits: { endUser: { requests: 1, seconds: 3600 } } },
  };
  const read = () => executeTool(caller, "LOOPBACK_READ", { user_id: "ada", arguments: {} }, FACTS);
  const proxied = () =>
    executeProxy(caller, { endpoint: "/read", method: "GET", connected_account_id: accountId }, FACTS);
  expect([(await failure(read())).status, (await failure(proxied())).status]).toEqual([403, 403]);

  const open = await newTestAccount({});
  const other = { ...caller, projectId: open.projectId };
  const again = () =>
    executeProxy(other, { endpoint: "/read", method: "GET", connected_account_id: open.accountId }, FACTS);
  expect((await again()).status).toBe(200);
  await unopenable(open.accountId);
  expect((await failure(again())).status).toBe(429);
  expect(provider.seen).toHaveLength(1);
});

it("a repeated key returns the first answer after the account is deleted, for a tool and the proxy", async () => {
  const { projectId, accountId } = await newTestAccount({});
  const caller = { projectId, settings: { storePayloads: true } };
  const tool = () =>
    executeTool(
      caller,
      "LOOPBACK_CREATE_ISSUE",
      { user_id: "ada", arguments: { owner: "o", title: "t" } },
      { ...FACTS, idempotencyKey: "tool" },
    );
  const proxied = () =>
    executeProxy(
      caller,
      { endpoint: "/issues", method: "POST", connected_account_id: accountId, body: {} },
      { ...FACTS, idempotencyKey: "proxy" },
    );
  const first = [await tool(), await proxied()];
  await db.connectedAccount.delete({ where: { id: accountId } });
  expect([await tool(), await proxied()]).toEqual(first);
  expect(provider.seen).toHaveLength(2);
});

it("a key belongs to one MCP address, and is refused for the accounts of another (409)", async () => {
  const { projectId, accountId } = await newTestAccount({});
  const run = (accountIds: string[]) =>
    executeTool(
      { projectId, settings: { storePayloads: true } },
      "LOOPBACK_CREATE_ISSUE",
      { user_id: "ada", arguments: { owner: "o", title: "t" } },
      { ...FACTS, idempotencyKey: "address", accountRules: { accountIds, authConfigIds: [] } },
    );
  await run([]);
  expect((await failure(run([accountId]))).details.slug).toBe("IdempotencyKeyReused");
});

it("refused proxied requests are logged like those of tools, with their account", async () => {
  const { projectId, accountId } = await newTestAccount({});
  const caller = { projectId, settings: { storePayloads: true } };
  const input = { endpoint: "https://elsewhere.example/x", method: "GET" as const, connected_account_id: accountId };
  const error = await failure(executeProxy(caller, input, FACTS));
  await flushToolLogs();
  const row = await db.toolLog.findFirstOrThrow({ where: { projectId } });
  expect(row).toMatchObject({
    toolSlug: "PROXY_EXECUTE",
    toolkitSlug: "loopback",
    status: "failed",
    error: error.message,
    accountId,
  });
});
