/** Several calls whose process is killed: the same key goes on, and repeats no call that was possibly executed. */
import { fork } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { runMetaTool } from "../run-meta-tool";
import { testProgram } from "@/test/setup/test-program";

const SLUG = "COMPOSIO_MULTI_EXECUTE_TOOL";
const CHILD = testProgram("test/children/meta-child.ts");
const SESSION = "trs_ofKilledCall";

let client: Client;
let provider: Provider;

beforeAll(async () => {
  const write = {
    slug: "DESK_WRITE",
    input: { type: "object", properties: { title: { type: "string" } } },
    request: {
      method: "POST" as const,
      path: "/tickets",
      parameters: [],
      body: { mode: "flat" as const, contentType: "application/json", fields: [{ key: "title", name: "title" }] },
    },
  };
  await installConnectToolkits({ desk: { name: "Desk", auth: [{ mode: "API_KEY" }], tools: [write] } }, [
    metaToolkit(),
  ]);
  [client, provider] = [await newClient(), await startProvider()];
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "desk" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const val = { generic_api_key: "the-key-of-ada-0123456789", base_url: provider.baseUrl };
  const { status } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: body.auth_config.id },
    connection: { user_id: "ada", state: { val } },
  });
  expect(status).toBe(201);
});
afterAll(() => provider.close());

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

it("returns known answers, reports unknown ones, and sends neither again", async () => {
  const call = (title: string) => ({ tool_slug: "DESK_WRITE", arguments: { title } });
  const args = { tools: [call("answered"), call("in flight")], sync_response_to_workbench: false };
  provider.answer = ({ body }, response) => {
    if (body.includes("answered")) response.writeHead(200, { "content-type": "application/json" }).end('{"number":1}');
  };
  const child = fork(CHILD, [client.projectId, SESSION, "killed", JSON.stringify(args)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const done = "SELECT FROM idempotency_key WHERE project_id = $1 AND state = 'done'";
  await until(async () => provider.seen.length === 2 && (await pool().query(done, [client.projectId])).rowCount === 1);
  child.kill("SIGKILL");
  await exit;
  await pool().query("UPDATE idempotency_key SET lease_until = now() - interval '1 second' WHERE state = 'running'");
  const again = () =>
    runMetaTool(SLUG, args, {
      caller: { projectId: client.projectId, settings: { storePayloads: true } },
      session: { ...plainSession(client.projectId, "ada"), id: SESSION },
      facts: { ...ON, source: {}, idempotencyKey: "killed" },
    });
  const answer = await again();
  expect(answer.data).toMatchObject({
    results: [
      { index: 0, response: { data: { number: 1 }, successful: true }, error: null },
      { index: 1, response: null, error: expect.stringContaining("its outcome is unknown") },
    ],
    success_count: 1,
  });
  expect(await again()).toEqual(answer);
  expect(provider.seen).toHaveLength(2);
});
