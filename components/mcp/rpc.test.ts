/** Reading the answers of an MCP endpoint. */
import { expect, it } from "vitest";
import { refusalOf, toCallResult, toolsOf } from "./rpc";

it("tells a result, a protocol error, and an answer of neither apart", () => {
  expect(refusalOf({ status: 200, answer: { jsonrpc: "2.0", id: 1, result: {} } })).toBeNull();
  expect(refusalOf({ status: 401, answer: { error: { code: -32000, message: "Not signed." } } })).toBe("Not signed.");
  expect(refusalOf({ status: 502, answer: null })).toBe("The server returned 502 without a result.");
});

it("knows a tool that failed, which is no protocol error, and what it says of the arguments", () => {
  const data = { successful: false, errors: ["repo: is required"] };
  const failed = { status: 200, answer: { result: { isError: true, structuredContent: data } } };
  expect(refusalOf(failed)).toBeNull();
  expect(toCallResult(failed)).toMatchObject({ failed: true, errors: ["repo: is required"] });
  expect(toCallResult({ answer: { result: { content: [] } } })).toMatchObject({ failed: false, errors: undefined });
});

it("shows the same thing once, texts and images that say more, and no image that could hold a script", () => {
  const data = { data: { id: 1 }, successful: true };
  const content = [
    { type: "text", text: JSON.stringify(data) },
    { type: "text", text: "More words" },
    { type: "image", mimeType: "image/png", data: "AAAA" },
    { type: "image", mimeType: "image/svg+xml", data: "AAAA" },
  ];
  expect(toCallResult({ answer: { result: { content, structuredContent: data } } })).toMatchObject({
    data,
    texts: ["More words"],
    images: ["data:image/png;base64,AAAA"],
  });
});

it("reads a page of tools and the way to the next one", () => {
  const tools = [{ name: "a", inputSchema: {} }];
  expect(toolsOf({ answer: { result: { tools, nextCursor: "x" } } })).toEqual({ tools, next: "x" });
  expect(toolsOf({ answer: null })).toEqual({ tools: [], next: undefined });
});
