/** What a redirect carries on, between two real servers on loopback: two ports are two origins. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { send } from "./send";
import type { OutboundRequest } from "./outbound-request";

type Received = { method: string; url: string; headers: Record<string, unknown>; body: string };

const servers: Server[] = [];
const received: { here: Received[]; there: Received[] } = { here: [], there: [] };
let here: string;
let there: string;

async function start(into: Received[]): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const url = request.url ?? "";
      into.push({ method: request.method ?? "", url, headers: request.headers, body });
      const [, status, to] = /^\/(\d{3})\?to=(.*)$/.exec(url) ?? [];
      if (status && to) response.writeHead(Number(status), { location: decodeURIComponent(to), "set-cookie": "sid=1" });
      response.end("end");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  here = await start(received.here);
  there = await start(received.there);
});
beforeEach(() => {
  received.here.length = 0;
  received.there.length = 0;
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const via = (status: number, to: string) => `${here}/${status}?to=${encodeURIComponent(to)}`;
const go = (request: Partial<OutboundRequest> & { url: string }) => send({ projectId: "p", method: "GET", ...request });

/** A value by which a header is found again wherever it goes. */
const SECRET = "carries-a-credential";
const CREDENTIALS = [
  "authorization",
  "cookie",
  "x-api-key",
  "x-shop-auth",
  "dd-application",
  "x-secret-version",
  "x-api-version",
  "notion-version",
  "if-match",
  "if-none-match",
  "if-token",
  "content-secret",
  "accept-token",
  "referer",
];
const HARMLESS = {
  accept: "text/plain",
  "accept-language": "de",
  "user-agent": "tests/1",
  range: "bytes=0-3",
};

describe("a redirect to another origin", () => {
  it.each([301, 302, 303, 307, 308])("%i takes along a few harmless headers and nothing else", async (status) => {
    const headers = { ...HARMLESS, ...Object.fromEntries(CREDENTIALS.map((name) => [name, SECRET])) };
    const answer = await go({ url: via(status, `${there}/end?own=1`), headers });
    expect([answer.status, answer.url]).toEqual([200, `${there}/end?own=1`]);
    expect(received.here[0]?.headers).toMatchObject(Object.fromEntries(CREDENTIALS.map((name) => [name, SECRET])));
    expect(received.there).toHaveLength(1);
    expect(received.there[0]?.headers).toMatchObject(HARMLESS);
    expect(Object.keys(received.there[0]?.headers ?? {}).sort()).toEqual(
      ["accept-encoding", "connection", "host", ...Object.keys(HARMLESS)].sort(),
    );
  });

  it.each([
    [307, "POST"],
    [308, "POST"],
    [307, "PUT"],
    [301, "PUT"],
    [302, "PATCH"],
    [308, "DELETE"],
  ])("%i of a %s with a body ends the exchange: the body goes nowhere else", async (status, method) => {
    await expect(
      go({ method, url: via(status, `${there}/end`), headers: { "content-type": "text/plain" }, body: SECRET }),
    ).rejects.toMatchObject({
      phase: "protocol",
      message:
        `${here} redirects this ${method} to ${there}, another origin, which must not get its body. ` +
        "If that URL is right, send the request there directly.",
      facts: { sent: true, passing: false },
    });
    expect(received.here[0]?.body).toBe(SECRET);
    expect(received.there).toEqual([]);
  });

  it("sends a streamed body nowhere else either", async () => {
    const body = {
      byteLength: SECRET.length,
      read: async function* () {
        yield await Promise.resolve(Buffer.from(SECRET));
      },
    };
    await expect(go({ method: "POST", url: via(307, `${there}/end`), body })).rejects.toMatchObject({
      phase: "protocol",
    });
    expect(received.there).toEqual([]);
  });

  it.each([301, 302, 303])("%i of a POST becomes a GET without its body", async (status) => {
    await go({
      method: "POST",
      url: via(status, `${there}/end`),
      headers: { "content-type": "text/plain" },
      body: SECRET,
    });
    expect(received.there).toMatchObject([{ method: "GET", body: "" }]);
    expect(received.there[0]?.headers).not.toHaveProperty("content-type");
  });

  it.each([301, 302, 303])("%i on the same host drops the headers of the body with it", async (status) => {
    await go({
      method: "POST",
      url: via(status, `${here}/end`),
      headers: { "content-type": "text/plain", "x-api-key": SECRET },
      body: SECRET,
    });
    expect(received.here[1]).toMatchObject({ method: "GET", body: "", headers: { "x-api-key": SECRET } });
    expect(received.here[1]?.headers).not.toHaveProperty("content-type");
  });

  it("leaves credentials behind even if the way leads back", async () => {
    await go({
      url: via(302, `${there}/302?to=${encodeURIComponent(`${here}/end`)}`),
      headers: { "x-api-key": SECRET },
    });
    expect(received.here.map(({ headers }) => headers["x-api-key"])).toEqual([SECRET, undefined]);
  });

  it("does not pass on a secret in the query, or a cookie that is set on the way", async () => {
    await go({ url: `${via(302, `${there}/end`)}` });
    expect(received.there[0]).toMatchObject({ url: "/end" });
    expect(received.there[0]?.headers).not.toHaveProperty("cookie");
  });
});

describe("a redirect on the same origin", () => {
  it.each([307, 308])("%i keeps method, headers and body", async (status) => {
    await go({
      method: "POST",
      url: via(status, "/end"),
      headers: { "content-type": "text/plain", "x-api-key": SECRET, "if-match": "e" },
      body: "b",
    });
    expect(received.here[1]).toMatchObject({
      method: "POST",
      url: "/end",
      body: "b",
      headers: { "x-api-key": SECRET, "if-match": "e", "content-type": "text/plain" },
    });
  });
});
