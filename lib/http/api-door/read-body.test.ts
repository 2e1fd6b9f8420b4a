/** Bodies of attackers and unlucky clients. */
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { bytesHeld } from "@/lib/kernel/concurrency/held-bytes";
import { ApiError } from "@/lib/kernel/errors";
import { errorResponse } from "./error-response";
import { readBody, readText } from "./read-body";

const post = (body: string) => readBody(new Request("http://localhost/", { method: "POST", body }));
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error("expected a refusal");
  return [error.status, error.message];
};

describe("a body", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const list = (values: number) => `[${"0,".repeat(values - 2)}0]`;

  it("422: of more than 64 levels, before it is parsed", async () => {
    const sentence = "The body nests deeper than 64 levels.";
    expect(await refusal(post(nested(65)))).toEqual([422, sentence]);
    expect(await refusal(post('{"a":'.repeat(1_000_000)))).toEqual([422, sentence]);
    expect(await post(nested(64))).toBeInstanceOf(Array);
    expect(await post(`[${nested(63)},${nested(63)}]`)).toHaveLength(2);
  });

  it("415: that is compressed, and one whose coding says nothing is read", async () => {
    const coded = (encoding: string, body: Uint8Array<ArrayBuffer> | null) =>
      readBody(new Request("http://localhost/", { method: "POST", body, headers: { "content-encoding": encoding } }));
    const bytes = new Uint8Array(gzipSync('{"a":1}'));
    expect(await refusal(coded("gzip", bytes))).toEqual([415, expect.stringContaining("coded as gzip")]);
    expect(await refusal(coded("br", bytes))).toEqual([415, expect.any(String)]);
    expect(await coded("identity", new TextEncoder().encode('{"a":1}'))).toEqual({ a: 1 });
    expect(await coded("gzip", null)).toBeUndefined();
  });

  it("413: of more than 100,000 values, before it is parsed", async () => {
    const sentence = "The body holds more than 100,000 values.";
    expect(await refusal(post(list(100_002)))).toEqual([413, sentence]);
    expect(await refusal(post(`{${'"k":1,'.repeat(800_000)}"k":1}`))).toEqual([
      413,
      "The objects of the body hold more than 50,000 names.",
    ]);
    expect(await refusal(post(`[${'{"a":1,"b":2},'.repeat(25_001)}0]`))).toEqual([
      413,
      expect.stringContaining("names"),
    ]);
    expect(await refusal(post(`[${"[],".repeat(60_000)}0]`))).toEqual([413, sentence]);
    expect(await post(list(100_000))).toHaveLength(99_999);
  });

  it("may have any number of such characters in its strings", async () => {
    const text = `${",[{".repeat(200_000)}\\"\\\\`;
    const value = { [text]: text, after: "\\" };
    expect(await post(JSON.stringify(value))).toEqual(value);
    expect((await refusal(post(`["${"\\".repeat(1_000_000)}`)))[0]).toBe(400);
  });

  it("400: with a number that would lose digits; the error names it", async () => {
    expect(await refusal(post('{"arguments":{"id":12345678901234567890}}'))).toEqual([
      400,
      "The number 12345678901234567890 cannot be carried exactly: numbers have 53 bits here.",
    ]);
    expect(await refusal(post('{"x":1e999}'))).toEqual([
      400,
      "The number 1e999 cannot be carried exactly: numbers have 53 bits here.",
    ]);
  });

  it("keeps NUL, half of a surrogate pair, and large numbers that fit into 53 bits", async () => {
    expect(await post('{"a":"\\u0000\\ud800","b":9007199254740991,"c":"\\"12345678901234567890"}')).toEqual({
      a: "\0\ud800",
      b: 9007199254740991,
      c: '"12345678901234567890',
    });
  });

  it("413: longer than the limit, with or without a content-length", async () => {
    expect((await refusal(post(`"${"x".repeat(10 * 1024 * 1024)}"`)))[0]).toBe(413);
  });

  it("413: that says it is too long, before any of it is read", async () => {
    const request = {
      method: "POST",
      url: "http://localhost/",
      signal: new AbortController().signal,
      headers: { get: (name: string) => (name === "content-length" ? "11" : null) },
      body: {},
      text: () => Promise.reject(new Error("It was read.")),
    };
    const tooLarge = () => new ApiError("PayloadTooLarge", "too large");
    expect(await refusal(readText(request, 10, tooLarge))).toEqual([413, "too large"]);
  });

  it.each([
    ["with a declared length", { "content-length": "100" }],
    ["in chunks", { "transfer-encoding": "chunked" }],
  ])("408: that trickles in %s, and the connection ends", async (_, headers) => {
    const server = createServer(
      (incoming, response) =>
        void getRequestListener(
          async (request) => {
            try {
              return new Response(
                await readText(request, 1000, () => new ApiError("PayloadTooLarge", "x"), { timeoutMs: 150 }),
              );
            } catch (error) {
              return errorResponse(error, "req_1");
            }
          },
          { overrideGlobalObjects: false },
        )(incoming, response),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = httpRequest(
        { port: (server.address() as AddressInfo).port, method: "POST", headers },
        resolve,
      ).on("error", reject);
      const drip = setInterval(() => {
        outgoing.write("x");
      }, 40);
      outgoing.on("close", () => clearInterval(drip)).on("response", () => clearInterval(drip));
    });
    expect([answer.statusCode, answer.headers.connection]).toEqual([408, "close"]);
    expect(bytesHeld("http.bodies", "process")).toBe(0);
    answer.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ["with a declared length", { "content-length": "100" }],
    ["in chunks", {}],
  ])("400, not an error of the server, if its sender hangs up before the end, %s", async (_, headers) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"a":'));
        stream.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
      },
    });
    const request = new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
    expect(await refusal(readText(request, 1000, () => new ApiError("PayloadTooLarge", "too large")))).toEqual([
      400,
      "The connection ended before the body did.",
    ]);
  });
});
