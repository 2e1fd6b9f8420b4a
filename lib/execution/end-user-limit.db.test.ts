/** Limits of executions per end user. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { POST } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";
import { executeProxy } from "./execute-proxy";
import { ON } from "@/test/builders/origin";
import { holdWindows } from "@/test/setup/hold-windows";
import { forgetSettings } from "@/test/setup/process-memory";

let provider: Provider;
const TOOLS = [
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  },
];
beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const projectOf = async (...users: string[]) => {
  const { projectId } = await createTestOwner();
  const accounts: string[] = [];
  for (const user of users) accounts.push(await connectLoopback(projectId, user, `key-of-${user}-0123456789`));
  return { projectId, accounts };
};
const limited = (projectId: string, requests: number) => ({
  projectId,
  settings: { storePayloads: true, rateLimits: { endUser: { requests, seconds: 3600 } } },
});
const run = async (caller: ReturnType<typeof limited>, input: Partial<ExecutionInput>, idempotencyKey?: string) => {
  try {
    return (
      await executeTool(caller, "LOOPBACK_READ", input, {
        ...ON,
        source: {},
        ...(idempotencyKey && { idempotencyKey }),
      })
    ).successful;
  } catch (error) {
    return (error as { kind?: string }).kind;
  }
};

it("returns 429 with the time to try again to a user at the limit, and to no other user or project", async () => {
  const { projectId } = await projectOf("ada", "bob");
  const { projectId: other } = await projectOf("ada");
  await updateProjectConfig(projectId, { rateLimits: { endUser: { requests: 2, seconds: 3600 } } });
  const { key } = await createApiKey(projectId, { name: "tests" });
  const ask = (user: string) =>
    POST(
      new Request("http://localhost:3000/api/v3/tools/execute/LOOPBACK_READ", {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ user_id: user }),
      }),
      { params: Promise.resolve({ tool_slug: "LOOPBACK_READ" }) },
    );
  expect([(await ask("ada")).status, (await ask("ada")).status]).toEqual([200, 200]);
  const response = await ask("ada");
  expect([
    response.status,
    response.headers.get("x-ratelimit"),
    response.headers.get("x-ratelimit-remaining"),
    response.headers.get("x-ratelimit-window-size"),
    Number(response.headers.get("retry-after")) > 0,
  ]).toEqual([429, "2", "0", "3600", true]);
  expect(await response.json()).toMatchObject({
    error: {
      code: 429,
      slug: "TooManyRequests",
      message: "This end user may send 2 requests in 3600 seconds, and all of them are used.",
    },
  });
  expect([(await ask("bob")).status, await run(limited(other, 2), { user_id: "ada" }), provider.seen.length]).toEqual([
    200,
    true,
    4,
  ]);
});

it("counts executions and proxied requests for the account's user, but not dry runs and replayed answers", async () => {
  const {
    projectId,
    accounts: [accountId = ""],
  } = await projectOf("ada");
  const caller = limited(projectId, 3);
  expect(await run(caller, { user_id: "ada", dry_run: true })).toBe(true);
  expect([
    await run(caller, { user_id: "ada" }, "once"),
    await run(caller, { user_id: "ada" }, "once"),
    await run(caller, { connected_account_id: accountId }),
  ]).toEqual([true, true, true]);
  expect(
    (
      await executeProxy(
        caller,
        { connected_account_id: accountId, endpoint: "/x", method: "GET" },
        { ...ON, source: {} },
      )
    ).status,
  ).toBe(200);
  expect(await run(caller, { user_id: "ada" }, "twice")).toBe("TooManyRequests");
  await expect(
    executeProxy(caller, { connected_account_id: accountId, endpoint: "/x", method: "GET" }, { ...ON, source: {} }),
  ).rejects.toMatchObject({ kind: "TooManyRequests" });
  expect([
    await run(
      { ...caller, settings: { ...caller.settings, rateLimits: { endUser: { requests: 9, seconds: 3600 } } } },
      { user_id: "ada" },
      "twice",
    ),
    provider.seen.length,
  ]).toEqual([true, 4]);
});

it("uses the server's limit if the project has none, and the stricter one of both", async () => {
  const { projectId } = await projectOf("ada");
  vi.stubEnv("PATCHBAY_RATE_LIMIT_END_USER", "2/3600");
  forgetSettings();
  const all = await Promise.all(Array.from({ length: 9 }, () => run(limited(projectId, 100), { user_id: "ada" })));
  expect(all.filter((answer) => answer === true)).toHaveLength(2);
});
