/** The client for language models, against real servers: one that speaks the protocol, and some that do not. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { complete, LanguageModelError, readJson, type Question } from "./complete";

const KEY = "key-of-the-operator";
const QUESTION = "a question of the caller";
const FORM = z.object({ a: z.number() });
const mock = new LLMock({ port: 0 });
const servers: Server[] = [];

const toQuestion = (more: Partial<Question> = {}): Question => ({
  projectId: "project",
  messages: [{ role: "user", content: QUESTION }],
  timeoutMs: 60_000,
  maxBytes: 64 * 1024,
  ...more,
});
const ask = (more: Partial<Question> = {}, baseUrl = `${mock.url}/v1`) =>
  complete({ baseUrl, apiKey: KEY, model: "a-model" }, toQuestion(more));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** The error of an attempt; nothing of the question, the answer or the key may be in it. */
async function failureOf(attempt: Promise<unknown>): Promise<Pick<LanguageModelError, "kind" | "message" | "status">> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LanguageModelError)) throw new Error(`not the error of a language model: ${inspect(error)}`);
  for (const hidden of [KEY, QUESTION, "told by the model"])
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(hidden);
  return { kind: error.kind, message: error.message, ...(error.status !== undefined && { status: error.status }) };
}

beforeAll(() => mock.start());
afterAll(() => mock.stop());
beforeEach(() => mock.reset());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it("gives the text of an answer, and sends only what was asked", async () => {
  mock.onMessage(/question/, { content: "told by the model" });
  expect(await ask()).toEqual({ text: "told by the model", calls: [] });
  expect(mock.getLastRequest()?.body).toMatchObject({ model: "a-model", messages: toQuestion().messages });
  const requests: { headers: object; body: string }[] = [];
  const url = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      requests.push({ headers: { path: request.url, key: request.headers.authorization }, body });
      response.end(JSON.stringify({ choices: [{ message: { content: null } }] }));
    });
  });
  expect(await ask({}, url)).toEqual({ text: null, calls: [] });
  expect(requests[0]?.headers).toEqual({ path: "/v1/chat/completions", key: `Bearer ${KEY}` });
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ model: "a-model", messages: toQuestion().messages });
  await complete({ baseUrl: url, model: "a-model" }, toQuestion());
  expect(requests[1]?.headers).toEqual({ path: "/v1/chat/completions", key: undefined });
});

it("gives the arguments of tool calls, and asks for one tool and for a form of the answer", async () => {
  mock.onMessage(/question/, { toolCalls: [{ name: "DO", arguments: '{"a":1}' }] });
  const tools = [{ name: "DO", description: "does", parameters: { type: "object" } }];
  const answerSchema = { name: "form", schema: { type: "object" } };
  const answer = await ask({ tools, callTool: "DO", temperature: 0, answerSchema });
  expect(answer.calls).toEqual([{ id: expect.any(String), name: "DO", arguments: '{"a":1}' }]);
  expect(mock.getLastRequest()?.body).toMatchObject({
    temperature: 0,
    tools: [{ type: "function", function: tools[0] }],
    tool_choice: { type: "function", function: { name: "DO" } },
    response_format: { type: "json_schema", json_schema: { ...answerSchema, strict: true } },
  });
});

it("hands back what came of the calls, so that a model can go on", async () => {
  mock.onToolResult("call_7", { content: "done" });
  const calls = [{ id: "call_7", name: "DO", arguments: "{}" }];
  const messages = [
    ...toQuestion().messages,
    { role: "assistant" as const, content: null, calls },
    { role: "tool" as const, callId: "call_7", content: "the answer of the tool" },
  ];
  expect(await ask({ messages })).toEqual({ text: "done", calls: [] });
  expect((mock.getLastRequest()?.body as { messages: unknown[] }).messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_7", type: "function", function: { name: "DO", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_7", content: "the answer of the tool" },
  ]);
});

it("takes calls without an id", async () => {
  const call = { function: { name: "DO", arguments: "{}" } };
  const url = await serve((_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { tool_calls: [call, call] } }] })),
  );
  expect((await ask({}, url)).calls.map(({ id }) => id)).toEqual(["call_1_1", "call_1_2"]);
});

it("tells a refusal by its status alone, and does not follow redirects", async () => {
  mock.nextRequestError(429, { message: "told by the model" });
  expect(await failureOf(ask())).toEqual({ kind: "refused", message: "its server answered 429.", status: 429 });
  const elsewhere = await serve((_, response) => response.writeHead(302, { location: `${mock.url}/v1` }).end());
  expect(await failureOf(ask({}, elsewhere))).toMatchObject({ kind: "refused", status: 302 });
});

it("tells a server that is down, not allowed or too slow, and a caller that went away", async () => {
  expect((await failureOf(ask({}, "http://127.0.0.1:1/v1"))).kind).toBe("unreachable");
  expect((await failureOf(ask({}, "http://10.0.0.1/v1"))).kind).toBe("unreachable");
  const silent = await serve(() => undefined);
  expect((await failureOf(ask({ timeoutMs: 50 }, silent))).kind).toBe("timeout");
  expect((await failureOf(ask({ signal: AbortSignal.abort() }, silent))).kind).toBe("aborted");
  const broken = await serve((_, response) => response.socket?.end("told by the model\r\n\r\n"));
  expect((await failureOf(ask({}, broken))).kind).toBe("unreachable");
});

it("tells an answer that is too large or has another form, without quoting it", async () => {
  mock.onMessage(/question/, { content: "told by the model".repeat(10_000) });
  expect((await failureOf(ask())).kind).toBe("too-large");
  for (const body of ["told by the model", '{"choices":[]}', '{"choices":[{"message":{"content":7}}]}', "[", ""])
    expect((await failureOf(ask({}, await serve((_, response) => response.end(body))))).kind).toBe("unreadable");
});

it("reads JSON in plain text and in a code fence, and quotes nothing that is none", async () => {
  for (const text of ['{"a":1}', ' {"a":1}\n', '```json\n{"a":1}\n```', '```\n{"a":1}```', '```json\n{"a":1}'])
    expect(readJson(text, FORM)).toEqual({ a: 1 });
  for (const text of ["told by the model", '["told by the model"]', '{"a":"told by the model"}', ""]) {
    const failed = Promise.resolve().then(() => readJson(text, FORM));
    expect(await failureOf(failed)).toEqual({ kind: "unreadable", message: "its response couldn't be read." });
  }
});

const sse =
  (chunks: readonly (object | string)[]): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const chunk of chunks)
      response.write(`data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
    response.end();
  };
const delta = (part: object) => ({ choices: [{ delta: part }] });

it("gives the text of a stream as it comes, then the whole answer with its calls and tokens", async () => {
  const callOf = (part: object) => delta({ tool_calls: [{ index: 0, ...part }] });
  const url = await serve(
    sse([
      delta({ role: "assistant", content: "One " }),
      delta({ content: "two" }),
      callOf({ id: "call_1", function: { name: "X_READ", arguments: '{"a"' } }),
      callOf({ function: { arguments: ":1}" } }),
      { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 } },
      "[DONE]",
    ]),
  );
  const pieces: string[] = [];
  expect(await ask({ onText: (piece) => pieces.push(piece) }, url)).toEqual({
    text: "One two",
    calls: [{ id: "call_1", name: "X_READ", arguments: '{"a":1}' }],
    usage: { input: 12, output: 3 },
  });
  expect(pieces).toEqual(["One ", "two"]);
});

it("reads a whole answer where a stream was asked for, and bounds a stream as any answer", async () => {
  const onText = () => undefined;
  mock.onMessage(/question/, { content: "in pieces" });
  expect(await ask({ onText })).toMatchObject({ text: "in pieces", calls: [] });
  const whole = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ choices: [{ message: { content: "at once" } }] }));
  });
  expect(await ask({ onText }, whole)).toMatchObject({ text: "at once" });
  const long = await serve(sse(Array.from({ length: 100 }, () => delta({ content: "x".repeat(1000) }))));
  expect(await failureOf(ask({ onText }, long))).toMatchObject({ kind: "too-large" });
  const wide = await serve(sse([delta({ tool_calls: [{ index: 1e6, function: { arguments: "" } }] })]));
  expect(await failureOf(ask({ onText }, wide))).toMatchObject({ kind: "too-large" });
  const broken = await serve(sse(["told by the model"]));
  expect(await failureOf(ask({ onText }, broken))).toMatchObject({ kind: "unreadable" });
  const half = delta({ content: "half an ans" });
  for (const end of [[], [{ error: { message: "overloaded" } }, "[DONE]"]])
    expect(await failureOf(ask({ onText }, await serve(sse([half, ...end]))))).toMatchObject({ kind: "unreadable" });
  const lastChunk = { choices: [{ delta: {}, finish_reason: "stop" }] };
  expect(await ask({ onText }, await serve(sse([half, lastChunk])))).toMatchObject({ text: "half an ans" });
});
