import { describe, expect, it } from "vitest";
import { RpcError, type RpcRequest } from "./rpc";
import { isStateless, readStateless } from "./stateless";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
};
const request = (method: string, params: object = {}, _meta: unknown = META): RpcRequest => ({
  id: 1,
  method,
  params: { ...params, ...(_meta !== undefined && { _meta }) },
});
const headers = (values: Record<string, string>) => ({ get: (name: string) => values[name] ?? null });
const usual = (method: string, more: Record<string, string> = {}) =>
  headers({ "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...more });

function refusal(sentHeaders: ReturnType<typeof headers>, rpcRequest: RpcRequest): RpcError | undefined {
  try {
    readStateless(sentHeaders, rpcRequest);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  return undefined;
}

describe("the revision of a request", () => {
  it.each([
    ["no word about it", {}, {}, false],
    ["a header of a revision with a handshake", { "mcp-protocol-version": "2025-06-18" }, {}, false],
    ["its header", { "mcp-protocol-version": "2026-07-28" }, {}, true],
    ["an unknown header", { "mcp-protocol-version": "1999-01-01" }, {}, true],
    ["its _meta alone", {}, META, true],
    ["other _meta", {}, { progressToken: 1 }, false],
  ])("depends on %s", (_, sentHeaders, meta, stateless) => {
    expect(isStateless(headers(sentHeaders), request("tools/list", {}, meta))).toBe(stateless);
  });
});

describe("a request without a handshake", () => {
  it("contains what its client can be asked", () => {
    expect(readStateless(usual("tools/list"), request("tools/list"))).toEqual({ sampling: {} });
    const name = `=?base64?${Buffer.from("Grüße").toString("base64")}?=`;
    const call = request("tools/call", { name: "Grüße" });
    expect(readStateless(usual("tools/call", { "mcp-name": name }), call)).toEqual({ sampling: {} });
  });

  const without = (key: keyof typeof META) => ({ ...META, [key]: undefined });
  const of = (version: string) => ({ ...META, "io.modelcontextprotocol/protocolVersion": version });
  const call = request("tools/call", { name: "a" });
  it.each([
    ["no _meta", usual("tools/list"), request("tools/list", {}, "none"), -32_602],
    [
      "no version",
      usual("tools/list"),
      request("tools/list", {}, without("io.modelcontextprotocol/protocolVersion")),
      -32_602,
    ],
    [
      "no capabilities",
      usual("tools/list"),
      request("tools/list", {}, without("io.modelcontextprotocol/clientCapabilities")),
      -32_602,
    ],
    ["no header with the version", headers({ "mcp-method": "tools/list" }), request("tools/list"), -32_020],
    ["another version in the header", usual("tools/list"), request("tools/list", {}, of("2025-11-25")), -32_020],
    ["no method in the headers", headers({ "mcp-protocol-version": "2026-07-28" }), request("tools/list"), -32_020],
    ["another method in the headers", usual("tools/call"), request("tools/list"), -32_020],
    ["the method in other letters", usual("TOOLS/LIST"), request("tools/list"), -32_020],
    ["no name in the headers", usual("tools/call"), call, -32_020],
    ["another name in the headers", usual("tools/call", { "mcp-name": "b" }), call, -32_020],
    ["a name that is half encoded", usual("tools/call", { "mcp-name": "=?base64?YQ?=" }), call, -32_020],
    ["a header with forbidden characters", usual("tools/call", { "mcp-name": "a\u0001" }), call, -32_020],
    [
      "a method that every object has",
      usual("constructor"),
      request("constructor", {}, { ...META, "io.modelcontextprotocol/clientCapabilities": 1 }),
      -32_602,
    ],
  ])("is refused with 400 for %s", (_, sentHeaders, rpcRequest, code) => {
    expect(refusal(sentHeaders, rpcRequest)).toMatchObject({ code, status: 400 });
  });

  it("gets 400 with the known versions for an unknown version", () => {
    const sentHeaders = headers({ "mcp-protocol-version": "v999", "mcp-method": "tools/list" });
    expect(refusal(sentHeaders, request("tools/list", {}, of("v999")))).toMatchObject({
      code: -32_022,
      status: 400,
      data: { requested: "v999", supported: expect.arrayContaining(["2026-07-28", "2025-11-25"]) as string[] },
    });
  });
});
