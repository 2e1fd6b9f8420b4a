import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { declaredCounters } from "@/lib/kernel/metrics/counter";
import { declaredHistograms } from "@/lib/kernel/metrics/histogram";
import { createListener } from "./create-listener";

let release = (): void => undefined;
const reached = { hang: (): void => undefined };

const server = createListener({
  answer: (_, response, pathname) => {
    if (pathname === "/api/v3/hang") {
      reached.hang();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    return void response.writeHead(pathname === "/api/v3/none" ? 404 : 200, ["content-type", "text/plain"]).end("x");
  },
});
let port = 0;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  release();
  server.closeAllConnections();
  server.close();
});

const countOf = (door: string, outcome: string): number =>
  declaredCounters()
    .find(({ declaration }) => declaration.name === "patchbay_http_requests_total")
    ?.read()
    .find(({ values }) => values[0] === door && values[1] === outcome)?.value ?? 0;

const timesOf = (door: string): number =>
  declaredHistograms()
    .find(({ declaration }) => declaration.name === "patchbay_http_request_duration_seconds")
    ?.read()
    .find(({ values }) => values[0] === door)?.distribution.total ?? 0;

/** Sends raw text and waits for the end of the connection. */
async function sendRaw(text: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.resume().end(text);
  await once(socket, "close");
}

it("counts each answer once by door and status, and its time", async () => {
  const before = [countOf("api", "2xx"), countOf("api", "4xx"), countOf("mcp", "2xx"), timesOf("api")];
  for (const path of ["/api/v3/tools", "/api/v3/none", "/v3/mcp/1", "/api//v3/tools"])
    await fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
  await expect
    .poll(() => [countOf("api", "2xx"), countOf("api", "4xx"), countOf("mcp", "2xx"), timesOf("api")])
    .toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1, (before[2] ?? 0) + 1, (before[3] ?? 0) + 3]);
});

it("counts a target that is refused before it reaches a door", async () => {
  const before = countOf("refused", "4xx");
  await sendRaw("GET /api/v3/../x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
  await expect.poll(() => countOf("refused", "4xx")).toBe(before + 1);
});

it("counts a client that leaves before its answer begins as gone, without a time", async () => {
  const before = [countOf("api", "gone"), timesOf("api")];
  const hanging = new Promise<void>((resolve) => {
    reached.hang = resolve;
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /api/v3/hang HTTP/1.1\r\nhost: a\r\n\r\n");
  await hanging;
  socket.destroy();
  await expect.poll(() => [countOf("api", "gone"), timesOf("api")]).toEqual([(before[0] ?? 0) + 1, before[1]]);
});
