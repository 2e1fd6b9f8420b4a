import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Values } from "@/lib/kernel/text/is-object";
import { createFixture } from "@/test/mcp-fixture/surface";
import { dispatch, type Client } from "./dispatch";
import { RpcError } from "./rpc";
import { RawObject, type McpSurface } from "./surface";

const surface = createFixture();
const messages: Values[] = [];
const client = (more: Partial<Client> = {}): Client => ({
  stateless: false,
  capabilities: {},
  signal: new AbortController().signal,
  say: (text) => messages.push(JSON.parse(text) as Values),
  ...more,
});
beforeEach(() => {
  messages.length = 0;
});

const ask = async (method: string, params: Values, by: Client, of: McpSurface = surface): Promise<Values> =>
  (JSON.parse((await dispatch(of, { id: 7, method, params }, by)).join("")) as { result: Values }).result;
const call = (name: string, by: Client, more: Values = {}) => ask("tools/call", { name, ...more }, by);
const stateless = (capabilities: Values = {}) => client({ stateless: true, capabilities });
const textOf = ({ content }: Values): string => (content as { text: string }[])[0]?.text ?? "";
const errorOf = async (work: Promise<unknown>): Promise<RpcError> => {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof RpcError) return error;
  throw error ?? new Error("It was answered.");
};

describe("the revisions", () => {
  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
    [undefined, "2025-11-25"],
  ])("a client that asks for %s gets %s", async (protocolVersion, agreed) => {
    expect(await ask("initialize", { protocolVersion }, client())).toMatchObject({
      protocolVersion: agreed,
      serverInfo: { name: "fixture" },
      instructions: "For tests.",
      capabilities: { tools: { listChanged: true }, prompts: {} },
    });
  });

  it("have their own methods, and return -32601 for those of the other and for unknown ones", async () => {
    expect(await ask("ping", {}, client())).toEqual({});
    expect(await ask("server/discover", {}, stateless())).toMatchObject({
      supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
    });
    for (const method of ["ping", "initialize", "logging/setLevel", "resources/subscribe", "constructor", "x"])
      expect(await errorOf(ask(method, {}, stateless())), method).toMatchObject({ code: -32_601, status: 404 });
    for (const method of ["server/discover", "subscriptions/listen", "constructor"])
      expect(await errorOf(ask(method, {}, client())), method).toMatchObject({ code: -32_601, status: undefined });
  });

  it("return results with their type, lifetime and server if there is no handshake", async () => {
    const serverInfo = { "io.modelcontextprotocol/serverInfo": surface.serverInfo };
    const cacheable = { resultType: "complete", ttlMs: 60_000, cacheScope: "private", _meta: serverInfo };
    expect(await ask("tools/list", {}, stateless())).toMatchObject(cacheable);
    const raw = { ...surface, listTools: async () => new RawObject('{"tools":[],"nextCursor":"a"}') };
    expect(await ask("tools/list", {}, stateless(), raw)).toEqual({ ...cacheable, tools: [], nextCursor: "a" });
    const bytes = { ...surface, listTools: async () => new RawObject(Buffer.from('{"tools":[]}')) };
    expect(await ask("tools/list", {}, stateless(), bytes)).toEqual({ ...cacheable, tools: [] });
    expect(await ask("tools/list", {}, client(), bytes)).toEqual({ tools: [] });
    expect(await call("test_simple_text", stateless())).toEqual({
      resultType: "complete",
      _meta: serverInfo,
      content: [{ type: "text", text: "This is a simple text response for testing." }],
    });
  });

  it.each([
    [{ name: 5 }, /params\.name/],
    [{ name: "test_simple_text", arguments: [] }, /params\.arguments/],
    [{ name: "__proto__" }, /Unknown tool/],
  ])("return -32602 for tools/call with %j", async (params, message) => {
    expect(await errorOf(ask("tools/call", params, client()))).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(message) as string,
    });
  });
});

describe("a call that must ask its client", () => {
  const can = { elicitation: {}, sampling: {}, roots: {} };
  const answer = { action: "accept", content: { name: "Ada" } };

  it("asks while it waits if there was a handshake", async () => {
    const inputs: unknown[] = [];
    const by = client({
      capabilities: can,
      ask: async (requests) => {
        inputs.push(requests);
        return { step1: answer, step2: answer };
      },
    });
    expect(textOf(await call("test_input_required_result_multi_round", by))).toBe("Both steps are done.");
    expect(inputs).toMatchObject([{ step1: { method: "elicitation/create" } }, { step2: {} }]);
  });

  it("asks by its answer without a handshake, and accepts no changed state", async () => {
    const name = "test_input_required_result_request_state";
    const first = await call(name, stateless(can));
    expect(first).toMatchObject({ resultType: "input_required", inputRequests: { confirm: {} } });
    const again = { inputResponses: { confirm: answer }, requestState: first.requestState };
    expect(textOf(await call(name, stateless(can), again))).toBe("Confirmed. state-ok");
    const changed = { ...again, requestState: `x${String(first.requestState)}` };
    expect(await errorOf(call(name, stateless(can), changed))).toMatchObject({ code: -32_602 });
    for (const wrong of [{ inputResponses: "a" }, { inputResponses: [] }, { requestState: 5 }])
      expect(await errorOf(call(name, stateless(can), wrong))).toMatchObject({ code: -32_602 });
  });

  it("asks no client for what it has not declared", async () => {
    const missing = { code: -32_021, data: { requiredCapabilities: { sampling: {} } } };
    expect(await errorOf(call("test_missing_capability", stateless({ elicitation: {} })))).toMatchObject({
      ...missing,
      status: 400,
    });
    const ask = vi.fn();
    expect(await errorOf(call("test_missing_capability", client({ ask })))).toMatchObject(missing);
    expect(ask).not.toHaveBeenCalled();
  });

  it("ends with what it has for silent clients, and asks no client forever", async () => {
    const never = client({ capabilities: can, ask: async () => null });
    expect(await errorOf(call("test_missing_capability", never))).toMatchObject({ code: -32_021 });
    const ask = vi.fn(async () => ({}));
    await errorOf(call("test_missing_capability", client({ capabilities: can, ask })));
    expect(ask).toHaveBeenCalledTimes(10);
  });
});

describe("a message before a call's answer", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows progress to clients that sent a token for it", async () => {
    await call("test_tool_with_progress", client());
    expect(messages).toEqual([]);
    await call("test_tool_with_progress", client(), { _meta: { progressToken: "a" } });
    expect(messages.map(({ params }) => params)).toEqual(
      [0, 50, 100].map((progress) => ({ progressToken: "a", progress, total: 100 })),
    );
  });

  it("shows that the call continues if the tool counts nothing", async () => {
    vi.useFakeTimers();
    let end: (result: Values) => void = () => undefined;
    const slow = {
      ...surface,
      callTool: () =>
        new Promise<Values>((resolve) => {
          end = resolve;
        }),
    };
    const answer = ask("tools/call", { name: "slow", _meta: { progressToken: 1 } }, client(), slow);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(messages.map(({ params }) => (params as Values).progress)).toEqual([5, 10]);
    end({ content: [] });
    await answer;
    await vi.advanceTimersByTimeAsync(11_000);
    expect(messages).toHaveLength(2);
  });

  it("contains logs, unless a client without a handshake asked for none", async () => {
    await call("test_tool_with_logging", stateless());
    expect(messages).toEqual([]);
    await call("test_tool_with_logging", stateless(), { _meta: { "io.modelcontextprotocol/logLevel": "info" } });
    expect(messages).toHaveLength(3);
    await call("test_tool_with_logging", client());
    expect(messages).toHaveLength(6);
  });
});
