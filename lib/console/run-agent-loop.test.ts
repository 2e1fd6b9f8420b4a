/** The loop of an agent, with a scripted model behind real HTTP: what it sends, and that it always comes to an end. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { complete } from "@/lib/llm/complete";
import { runAgentLoop, type Agent, type ToolResult } from "./run-agent-loop";

const mock = new LLMock({ port: 0 });
const servers: Server[] = [];
const TOOL = { name: "FIND", description: "finds", parameters: { type: "object" } };
const done: ToolResult = {
  successful: true,
  data: { found: 1 },
  error: null,
  log_id: "log_1",
  result_type: "completed",
};

beforeAll(() => mock.start());
afterAll(() => mock.stop());
beforeEach(() => mock.reset());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Event = { name: string } & Record<string, unknown>;

/** Runs an agent and returns its events and the calls that reached the tools. */
async function work(more: Partial<Agent> = {}, baseUrl = `${mock.url}/v1`) {
  const events: Event[] = [];
  const execute = vi.fn<Agent["execute"]>(more.execute ?? (() => Promise.resolve(done)));
  const model = { baseUrl, model: "a-model" };
  const agent: Agent = {
    task: "find it",
    instructions: "work",
    tools: [TOOL],
    limits: { calls: 5, seconds: 60 },
    ask: (question) => complete(model, { projectId: "project", tools: [TOOL], maxBytes: 1024 * 1024, ...question }),
    send: (name, data) => events.push({ ...data, name }),
    signal: new AbortController().signal,
    lookAgainMs: 5,
    ...more,
    execute,
  };
  const failure: unknown = await runAgentLoop(agent).catch((error: unknown) => error);
  return { events, thrown: failure, calls: execute.mock.calls.map(([call]) => call), end: events.at(-1) };
}

const names = (events: Event[]) => events.map(({ name }) => name);
const call = (args = '{"q":"x"}') => ({ toolCalls: [{ name: "FIND", arguments: args }] });
const results = () =>
  (mock.getLastRequest()?.body as { messages: { role: string; content: string }[] }).messages.filter(
    ({ role }) => role === "tool",
  );

it("asks, runs what the model calls, hands back the answer, and ends with what the model says", async () => {
  mock.on({ hasToolResult: false }, { content: "I look for it.", ...call() });
  mock.on({ hasToolResult: true }, { content: "Found one." });
  const { events, calls, end } = await work();
  expect(names(events)).toEqual(["asking", "said", "call", "answer", "asking", "said", "end"]);
  expect(calls).toEqual([{ tool: "FIND", arguments: { q: "x" }, signal: expect.any(AbortSignal) }]);
  expect(events[3]).toMatchObject({ id: "1", successful: true, data: { found: 1 }, log_id: "log_1" });
  expect(events[5]).toMatchObject({ text: "Found one." });
  expect(JSON.parse(results()[0]?.content ?? "")).toEqual({ successful: true, error: null, data: { found: 1 } });
  expect(end).toMatchObject({ why: "done", fix: null, calls: 1 });
});

it("tells the model what was refused, and goes on", async () => {
  mock.on({ hasToolResult: false }, call());
  mock.on({ hasToolResult: true }, { content: "I cannot." });
  const refuse = () =>
    Promise.reject(new ApiError("Forbidden", "The session does not allow it.", { suggestedFix: "Use another." }));
  const { events, end } = await work({ execute: refuse });
  expect(events.find(({ name }) => name === "answer")).toMatchObject({
    successful: false,
    error: "The session does not allow it. Use another.",
  });
  expect(results()[0]?.content).toContain("The session does not allow it.");
  expect(end).toMatchObject({ why: "done", calls: 1 });
});

it.each([
  ["arguments that are no JSON", { toolCalls: [{ name: "FIND", arguments: "{q:" }] }, "no JSON object"],
  ["arguments that are a list", { toolCalls: [{ name: "FIND", arguments: "[]" }] }, "no JSON object"],
  ["a tool that it was not given", { toolCalls: [{ name: "OTHER", arguments: "{}" }] }, "There is no tool OTHER"],
])("tells the model of %s, which reach no tool", async (_, answer, expected) => {
  mock.on({ hasToolResult: false }, answer);
  mock.on({ hasToolResult: true }, { content: "Well." });
  const { calls, end } = await work();
  expect(calls).toEqual([]);
  expect(results()[0]?.content).toContain(expected);
  expect(end).toMatchObject({ why: "done" });
});

it("ends a model that never stops calling at the limit of calls", async () => {
  mock.on({ model: "a-model" }, call());
  const { calls, end } = await work({ limits: { calls: 3, seconds: 60 } });
  expect(calls).toHaveLength(3);
  expect(end).toMatchObject({ name: "end", why: "calls", calls: 3, message: "The model wanted more than 3 calls." });
});

it("counts each of many calls that come at once", async () => {
  mock.on({ model: "a-model" }, { toolCalls: Array.from({ length: 9 }, () => call().toolCalls[0] as never) });
  const { calls, end } = await work({ limits: { calls: 4, seconds: 60 } });
  expect(calls).toHaveLength(4);
  expect(end).toMatchObject({ why: "calls" });
});

it("ends when the model's server fails, and says the way out", async () => {
  mock.nextRequestError(500, { message: "told by the model" });
  const { events, end } = await work();
  expect(names(events)).toEqual(["asking", "end"]);
  expect(end).toMatchObject({ why: "model", fix: expect.stringContaining("by hand") });
  expect(end?.message).toContain("500");
  expect(JSON.stringify(end)).not.toContain("told by the model");
});

const silent = async () => {
  const server = createServer(() => undefined);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
};

it("ends a model that does not answer when the time is over", async () => {
  const { end } = await work({ limits: { calls: 5, seconds: 0.2 } }, await silent());
  expect(end).toMatchObject({ why: "time", fix: expect.any(String) });
});

it("ends at once when it is stopped while the model thinks", async () => {
  const control = new AbortController();
  const send: Agent["send"] = (name, data) => {
    events.push({ ...data, name });
    setImmediate(() => control.abort());
  };
  const events: Event[] = [];
  await work({ signal: control.signal, send }, await silent());
  expect(events.at(-1)).toMatchObject({ name: "end", why: "stopped" });
});

it("stops a call that is under way, and asks the model nothing more", async () => {
  mock.on({ model: "a-model" }, call());
  const control = new AbortController();
  const execute: Agent["execute"] = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      setImmediate(() => control.abort());
    });
  const { end } = await work({ signal: control.signal, execute });
  expect(end).toMatchObject({ why: "stopped", calls: 1 });
  expect(mock.getRequests()).toHaveLength(1);
});

const waiting: ToolResult = {
  ...done,
  successful: false,
  result_type: "input_required",
  request_state: "state",
  approval_url: "https://patchbay.example.com/approvals/1",
};

it("waits for an approval by repeating the call with its state, and goes on when it is given", async () => {
  mock.on({ hasToolResult: false }, call());
  mock.on({ hasToolResult: true }, { content: "Done." });
  let callCount = 0;
  const { events, calls, end } = await work({ execute: () => Promise.resolve(++callCount < 3 ? waiting : done) });
  expect(names(events)).toEqual(["asking", "call", "approval", "answer", "asking", "said", "end"]);
  expect(events[2]).toMatchObject({ id: "1", url: waiting.approval_url, waits_for: [] });
  expect(calls.map(({ requestState }) => requestState)).toEqual([undefined, "state", "state"]);
  expect(end).toMatchObject({ why: "done", calls: 1 });
});

it("repeats a call only when somebody has decided about a part of it: each time is logged and counted", async () => {
  mock.on({ hasToolResult: false }, call());
  mock.on({ hasToolResult: true }, { content: "Done." });
  const looked: (readonly string[])[] = [];
  let callCount = 0;
  const { calls, end } = await work({
    execute: () =>
      Promise.resolve(++callCount < 2 ? { ...waiting, input_requests: { apr_one: {}, apr_two: {} } } : done),
    allWait: (ids) => Promise.resolve(looked.push(ids) < 4),
  });
  expect(looked).toEqual(Array.from({ length: 4 }, () => ["apr_one", "apr_two"]));
  expect([calls.length, end?.why]).toEqual([2, "done"]);
});

it("stops waiting for an approval when the time is over", async () => {
  mock.on({ model: "a-model" }, call());
  const { end } = await work({ limits: { calls: 5, seconds: 1 }, execute: () => Promise.resolve(waiting) });
  expect(end).toMatchObject({ why: "time" });
});

it("ends with an event also after a fault of its own, which it hands on", async () => {
  mock.on({ model: "a-model" }, call());
  const { thrown: failure, end } = await work({ execute: () => Promise.reject(new TypeError("a bug")) });
  expect(failure).toBeInstanceOf(TypeError);
  expect(end).toMatchObject({ why: "error" });
  expect(JSON.stringify(end)).not.toContain("a bug");
});

it("cuts a long answer for the model, and ends before the conversation is too long for it", async () => {
  const data = { text: "x".repeat(100_000) };
  const lengths: number[] = [];
  const { end } = await work({
    limits: { calls: 50, seconds: 60 },
    execute: () => Promise.resolve({ ...done, data }),
    ask: ({ messages }) => {
      lengths.push(messages.at(-1)?.content?.length ?? 0);
      return Promise.resolve({ text: null, calls: [{ id: "call_1", name: "FIND", arguments: "{}" }] });
    },
  });
  expect(Math.max(...lengths)).toBeLessThan(61_000);
  expect(Math.max(...lengths)).toBeGreaterThan(60_000);
  expect(end).toMatchObject({ why: "size" });
});
