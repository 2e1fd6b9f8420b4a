/** An agent of the console at its door: a scripted model, a session's real tools, and every way in which it ends. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST } from "@/app/api/v3/internal/patchbay/console/run/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { db } from "@/lib/kernel/database/db";
import { deleteLanguageModel, setLanguageModel } from "@/lib/llm/project-model";
import { createSession } from "@/lib/sessions/sessions";
import { connectLoopback, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { createTestOwner, soon } from "@/test/builders/owners";

const SLUG = "LOOPBACK_GET_PARCEL";
const mock = new LLMock({ port: 0 });
const door = createApiRouter([POST]);
let provider: Provider;
let projectId: string;
let key: string;
let sessionId: string;

const useModel = () => setLanguageModel(projectId, { base_url: `${mock.url}/v1`, model: "a-model" });

beforeAll(async () => {
  await mock.start();
  provider = await startProvider();
  const request = { method: "GET" as const, path: "/parcels", parameters: [] };
  const tools = [{ slug: SLUG, input: { type: "object", properties: {} }, request }];
  await installConnectToolkits({ loopback: { name: "Loopback", auth: [{ mode: "API_KEY" }], tools } }, [metaToolkit()]);
  ({ projectId } = await createTestOwner());
  ({ key } = await createApiKey(projectId, { name: "console" }));
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789", { baseUrl: provider.baseUrl });
  sessionId = (await createSession(projectId, "ada", {})).id;
});
afterAll(async () => {
  await Promise.all([mock.stop(), provider.close()]);
});
beforeEach(async () => {
  mock.reset();
  provider.reset();
  await useModel();
});

const ask = async (body: object, signal?: AbortSignal) =>
  door.fetch(
    new Request("http://localhost:3000/api/v3/internal/patchbay/console/run", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ session_id: sessionId, task: "Get the parcel", ...body }),
      ...(signal && { signal }),
    }),
  );

/** The events of an answer that has ended. */
const eventsOf = (text: string) =>
  [...text.matchAll(/event: (\w+)\ndata: (.+)\n/g)].map(([, name, data]) => ({
    name,
    ...(JSON.parse(data ?? "") as Record<string, unknown>),
  }));

const execute = {
  toolCalls: [
    {
      name: "COMPOSIO_MULTI_EXECUTE_TOOL",
      arguments: JSON.stringify({ tools: [{ tool_slug: SLUG, arguments: {} }], sync_response_to_workbench: false }),
    },
  ],
};

it("works with the project's model and the session's tools, and each call stands in the log", async () => {
  mock.on({ hasToolResult: false }, execute);
  mock.on({ hasToolResult: true }, { content: "It has arrived." });
  const answer = await ask({});
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const events = eventsOf(await answer.text());
  expect(events.map(({ name }) => name)).toEqual(["asking", "call", "answer", "asking", "said", "end"]);
  expect(events[2]).toMatchObject({ successful: true, data: { success_count: 1 }, log_id: expect.any(String) });
  expect(events.at(-1)).toMatchObject({ why: "done", calls: 1 });
  expect(provider.seen).toHaveLength(1);
  const tools = (mock.getRequests()[0]?.body as { tools: { function: { name: string } }[] }).tools;
  expect(tools.map((tool) => tool.function.name)).toContain("COMPOSIO_SEARCH_TOOLS");
  await soon(
    () => db.toolLog.findMany({ where: { projectId, sessionId } }),
    (rows) => rows.length === 2,
  );
});

it("hands the model a refusal of the session's rules, and reaches no app", async () => {
  const closed = (await createSession(projectId, "ada", { toolkits: { disable: ["loopback"] } })).id;
  mock.on({ hasToolResult: false }, execute);
  mock.on({ hasToolResult: true }, { content: "I may not." });
  const events = eventsOf(await (await ask({ session_id: closed })).text());
  expect(JSON.stringify(events.find(({ name }) => name === "answer"))).toContain("toolkits.disable holds loopback");
  expect(provider.seen).toHaveLength(0);
});

it("leaves in the audit trail what an agent changes", async () => {
  const rename = { toolkits: [{ name: "loopback", action: "rename", alias: "work" }] };
  mock.on(
    { hasToolResult: false },
    { toolCalls: [{ name: "COMPOSIO_MANAGE_CONNECTIONS", arguments: JSON.stringify(rename) }] },
  );
  mock.on({ hasToolResult: true }, { content: "Renamed." });
  await (await ask({})).text();
  const changes = await db.auditEvent.findMany({ where: { projectId, action: "connected_account.update" } });
  expect(changes).toMatchObject([{ outcome: "done", actorKind: "apiKey" }]);
});

it("ends when whoever watches leaves: the call under way is given up, and the model is asked nothing more", async () => {
  mock.on({ model: "a-model" }, execute);
  let isClosed = false;
  provider.answer = (_, response) => void response.on("close", () => (isClosed = true));
  const control = new AbortController();
  const answer = await ask({}, control.signal);
  const reader = answer.body?.getReader();
  await soon(
    async () => provider.seen.length,
    (requestCount) => requestCount === 1,
  );
  control.abort();
  await soon(
    async () => isClosed,
    (left) => left,
  );
  while (!(await reader?.read())?.done);
  expect(mock.getRequests()).toHaveLength(1);
});

it("lets a few agents of a project work at once, and takes the next one when one has ended", async () => {
  const waiting: (() => void)[] = [];
  mock.on({ model: "a-model" }, () => new Promise((go) => waiting.push(() => go({ content: "Done." }))));
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask({})));
  const response = await ask({});
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "30"]);
  await soon(
    async () => waiting.length,
    (count) => count === 5,
  );
  for (const go of waiting) go();
  await Promise.all(answers.map((answer) => answer.text()));
  const next = await ask({});
  expect(next.status).toBe(200);
  await soon(
    async () => waiting.length,
    (count) => count === 6,
  );
  waiting.at(-1)?.();
  expect(eventsOf(await next.text()).at(-1)).toMatchObject({ why: "done" });
});

it.each([
  [404, "a session that there is not", { session_id: "trs_unknown00000" }],
  [400, "a task without words", { task: " " }],
  [400, "more calls than are allowed", { max_calls: 51 }],
  [400, "more time than is allowed", { max_seconds: 1000 }],
])("%i for %s, before anything begins", async (status, _, body) => {
  const answer = await ask(body);
  expect(answer.status).toBe(status);
  expect(mock.getRequests()).toHaveLength(0);
});

it("400 without a language model, and says what to set", async () => {
  await deleteLanguageModel(projectId);
  const answer = await ask({});
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("PATCHBAY_LLM_BASE_URL");
});

it("404 for a session of another project", async () => {
  const other = await createTestOwner();
  const { id } = await createSession(other.projectId, "ada", {});
  expect((await ask({ session_id: id })).status).toBe(404);
});
