/** Several tools by one call: at the same time, in order, each with an outcome of its own, and each once for a key. */
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { FACTS, KEY, TOOLS } from "@/test/builders/execute-tool";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { executeTool } from "@/lib/execution/execute-tool";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { createSession } from "../../sessions";
import { runInSession } from "../../run-in-session";
import { multiExecute } from "./multi-execute";

let provider: Provider;
let projectId: string;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  projectId = (await createTestOwner()).projectId;
  await connectLoopback(projectId, "ada", KEY);
});
afterAll(() => provider.close());

type Data = { results: { index: number; error: string | null; response: unknown }[]; error_count: number };
const read = (q: string) => ({ tool_slug: "LOOPBACK_READ", arguments: { q } });
const run = async (tools: unknown[], facts: object = {}, config: object = {}): Promise<Data> =>
  (
    await multiExecute(
      { tools },
      {
        caller: { projectId, settings: { storePayloads: true } },
        session: plainSession(projectId, "ada", config),
        facts: { ...FACTS, ...facts },
      },
    )
  ).data as Data;

it("runs fifty requests at once in order; a failing, an unknown and a meta tool harm no other", async () => {
  provider.reset();
  const waiting: (() => void)[] = [];
  provider.answer = ({ url }, response) => {
    waiting.push(() =>
      response.writeHead(url.includes("bad") ? 400 : 200, { "content-type": "application/json" }).end("{}"),
    );
    if (waiting.length === 48) for (const answer of waiting) answer();
  };
  const tools: unknown[] = Array.from({ length: 50 }, (_, i) => read(i === 7 ? "bad" : String(i)));
  tools[3] = { tool_slug: "LOOPBACK_REED", arguments: {} };
  tools[5] = { tool_slug: "COMPOSIO_SEARCH_TOOLS", arguments: {} };
  const { results, error_count } = await run(tools);
  expect(results.map(({ index }) => index)).toEqual(tools.map((_, i) => i));
  expect(results.flatMap(({ error, index }) => (error === null ? [] : [index]))).toEqual([3, 5, 7]);
  expect(error_count).toBe(3);
});

it("executes nothing twice for one key, and nothing outside the session's rules", async () => {
  provider.reset();
  const create = { tool_slug: "LOOPBACK_CREATE_ISSUE", arguments: { owner: "o", title: "t" } };
  const first = await run([create, create], { idempotencyKey: "k" });
  expect(await run([create, create], { idempotencyKey: "k" })).toEqual(first);
  expect(provider.seen).toHaveLength(2);
  const outside = await run([create], {}, { toolkits: { enabled: ["gmail"] } });
  expect(outside.results[0]?.error).toContain("toolkits.enable");
  expect(provider.seen).toHaveLength(2);
});

it("accepts aliases of arguments in each call, in a session and alone, and reports ignored ones", async () => {
  provider.reset();
  const moved = { words: "tea", trace: true };
  const warnings = ["trace: is not an argument of LOOPBACK_READ, which takes q. It was ignored."];
  const answer = { successful: true, error: null, data: { url: "/read?q=tea" }, warnings };
  const { results } = await run([{ tool_slug: "LOOPBACK_READ", arguments: moved }, read("x")]);
  expect(results.map(({ response }) => response)).toMatchObject([answer, { successful: true }]);
  expect(results[1]?.response).not.toHaveProperty("warnings");
  const caller = { projectId, settings: { storePayloads: true } };
  const { id } = await createSession(projectId, "ada", {});
  expect(await runInSession(caller, id, { tool_slug: "LOOPBACK_READ", arguments: moved }, FACTS)).toMatchObject(answer);
  const alone = await executeTool(caller, "LOOPBACK_READ", { arguments: moved, user_id: "ada" }, FACTS);
  expect(alone).toMatchObject(answer);
  await flushToolLogs();
  expect((await requireToolLog(projectId, alone.log_id)).request).toMatchObject({ arguments: moved, warnings });
});

it("names a mistyped field of a call before its consequences", async () => {
  const { results } = await run([{ tool_slug: "LOOPBACK_CREATE_ISSUE", argument: { owner: "o", title: "t" } }]);
  expect(results[0]?.error).toMatch(/^argument: is not a field of a call\. Did you mean arguments\?/);
});

it("returns 422 for no call and for fifty-one", async () => {
  await expect(run([])).rejects.toMatchObject({ status: 422 });
  await expect(run(Array.from({ length: 51 }, () => read("x")))).rejects.toMatchObject({ status: 422 });
});
