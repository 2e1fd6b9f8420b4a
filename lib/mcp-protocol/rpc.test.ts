import { describe, expect, it } from "vitest";
import { toMessage } from "./rpc";

describe("a message", () => {
  it.each([
    [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { kind: "request", id: 1, method: "ping", params: {} },
    ],
    [
      { jsonrpc: "2.0", id: "a", method: "x", params: { b: 1 } },
      { kind: "request", id: "a", params: { b: 1 } },
    ],
    [{ jsonrpc: "2.0", method: "notifications/initialized" }, { kind: "notification" }],
    [
      { jsonrpc: "2.0", id: 1, result: {} },
      { kind: "response", id: 1, result: {} },
    ],
    [
      { jsonrpc: "2.0", id: 1, error: { code: 1 } },
      { kind: "response", error: { code: 1 } },
    ],
    [
      { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: null, _meta: null } },
      { kind: "request", id: 1, method: "tools/list", params: {} },
    ],
    [
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "A", arguments: { b: null } } },
      { kind: "request", params: { name: "A", arguments: { b: null } } },
    ],
    [
      { jsonrpc: "2.0", id: 1, method: "ping", params: null },
      { kind: "request", id: 1, method: "ping", params: {} },
    ],
    [
      { jsonrpc: "2.0", id: 1, method: null, result: {}, error: null },
      { kind: "response", id: 1, result: {} },
    ],
    [
      { jsonrpc: "2.0", id: 1, result: null, error: { code: 1 } },
      { kind: "response", id: 1, error: { code: 1 } },
    ],
  ])("%j is understood", (body, message) => {
    expect(toMessage(body)).toMatchObject(message);
  });

  it("has no member that is null", () => {
    const message = toMessage({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: null } });
    expect(message).toEqual({ kind: "request", id: 1, method: "tools/list", params: {} });
  });

  it.each([
    [null, /one JSON-RPC message/],
    ["ping", /one JSON-RPC message/],
    [{ id: 1, method: "ping" }, /"jsonrpc": "2.0"/],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, /"jsonrpc": "2.0"/],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, /id of a message/],
    [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, /id of a message/],
    [{ jsonrpc: "2.0", id: {}, method: "ping" }, /id of a message/],
    [{ jsonrpc: "2.0", id: 2 ** 53, method: "ping" }, /id of a message/],
    [{ jsonrpc: "2.0", id: "x".repeat(501), method: "ping" }, /id of a message/],
    [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }, /params of a message/],
    [{ jsonrpc: "2.0", id: 1, method: 5 }, /method, or an id/],
    [{ jsonrpc: "2.0", id: 1 }, /method, or an id/],
    [{ jsonrpc: "2.0", id: 1, result: {}, error: {} }, /method, or an id/],
    [{ jsonrpc: "2.0", result: {} }, /method, or an id/],
  ])("%j is none, and why", (body, why) => {
    expect(toMessage(body)).toMatch(why);
  });
});
