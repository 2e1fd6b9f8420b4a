/**
 * The server behind each proxy of `deploy/proxy`: streams arrive at once, websockets open, large files pass in both
 * directions, and only the proxy's description of the caller counts.
 */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { Agent, fetch as fetchWith, type Response } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { watchKey } from "@/lib/access/keys/watch-key";
import { createAnswerFile } from "@/lib/files/stored-files";
import { answerJson } from "@/lib/http/listener/answer-json";
import { createListener } from "@/lib/http/listener/create-listener";
import { db } from "@/lib/kernel/database/db";
import { isRealtime, realtimeServer } from "@/lib/realtime/realtime-server";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { load, mail, weather } from "@/test/builders/catalog";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner } from "@/test/builders/owners";
import { checkProxy, hasProxy, type Proxy, type ProxyName, startProxy } from "@/test/servers/proxies";

const FILE_BYTES = 100 * 1024 * 1024;
const door = openAllRoutes();
const answerApi = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
const server = createListener({
  answer: (request, response, pathname) => {
    // A page of the test shows what the server believes of the caller.
    if (pathname === "/seen") return void response.end(JSON.stringify(request.headers));
    const match = door.find(request.method ?? "", pathname);
    return void (match ? answerJson(match, request, response) : answerApi(request, response));
  },
  upgrade: realtimeServer(watchKey),
  upgrades: isRealtime,
});
// As in server.ts: the proxies close idle connections before, and no request meets one that ends.
server.keepAliveTimeout = 65_000;
/** The certificates are made for the test. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
let projectId = "";
let key = "";
let keyId = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  await load(weather, mail);
  ({ projectId } = await createTestOwner());
  ({ key, id: keyId } = await createApiKey(projectId, { name: "proxied" }));
});
afterAll(async () => {
  await dispatcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe.each<ProxyName>(["nginx", "caddy"])("behind %s, where it can run", (name) => {
  let proxy: Proxy;
  const ask = (address: string, init: Parameters<typeof fetchWith>[1] = {}): Promise<Response> =>
    fetchWith(new URL(address, proxy.url), { dispatcher, ...init, headers: { "x-api-key": key, ...init.headers } });

  beforeAll(async () => {
    if (!hasProxy(name)) return;
    proxy = await startProxy(name, `127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    if (hasProxy(name)) await proxy.stop();
  });

  it.skipIf(!hasProxy(name))("the proxy's own check accepts the configuration", async () => {
    const { status, output } = await checkProxy(name);
    expect(status, output).toBe(0);
  });

  it.skipIf(!hasProxy(name))("an event arrives while the stream goes on", async () => {
    const stream = await ask("/api/v3/internal/patchbay/events/stream");
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const about = { connectedAccountId: "ca_1" };
    const event = { type: "composio.connected_account.expired", about, payload: { id: "ca_behind_proxy" } } as const;
    const happen = () => db.$transaction((tx) => recordEvent(tx, projectId, event));
    await happen();
    const reader = stream.body?.getReader();
    let text = "";
    while (!text.includes("ca_behind_proxy")) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) throw new Error(`The stream ended after: ${text}`);
      const chunk = Buffer.from(value as Uint8Array).toString();
      text += chunk;
      // The server has just begun to listen, and the event came before.
      if (chunk.includes("event: gap")) await happen();
    }
    await reader?.cancel();
  });

  it.skipIf(!hasProxy(name)).each(["gzip, deflate", "zstd, gzip", "identity"])(
    "a client that has a list, and accepts %s, gets no second one",
    async (accept) => {
      const headers = { "accept-encoding": accept };
      const first = await ask("/api/v3/tools?limit=20", { headers });
      expect(((await first.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0);
      const second = await ask("/api/v3/tools?limit=20", {
        headers: { ...headers, "if-none-match": first.headers.get("etag") ?? "" },
      });
      expect([second.status, await second.text()]).toEqual([304, ""]);
    },
  );

  it.skipIf(!hasProxy(name))("a websocket opens and gets the server's greeting", async () => {
    const address = `${proxy.url.replace(/^http/, "ws")}/pusher?.pusher.com:443/app/${keyId}?protocol=7&client=js`;
    const socket = new WebSocket(address, { rejectUnauthorized: false });
    const [message] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(message.toString())).toMatchObject({ event: "pusher:connection_established" });
    socket.terminate();
  });

  it.skipIf(!hasProxy(name))("the largest file passes in both directions", async () => {
    const content = Buffer.alloc(FILE_BYTES, randomBytes(64 * 1024));
    const md5 = createHash("md5").update(content).digest("hex");
    const announcement = await ask("/api/v3/files/upload/request", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        toolkit_slug: "gmail",
        tool_slug: "GMAIL_SEND_EMAIL",
        filename: `${name}.bin`,
        mimetype: "application/octet-stream",
        md5,
      }),
    });
    const { new_presigned_url: address } = (await announcement.json()) as { new_presigned_url: string };
    const { pathname, search } = new URL(address);
    const put = await ask(pathname + search, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream" },
      body: content,
    });
    expect(put.status, await put.text()).toBe(200);
    const file = await createAnswerFile(
      { projectId, toolkitSlug: "gmail", toolSlug: "GMAIL_GET_ATTACHMENT" },
      { name: `${name}.bin`, mimetype: "application/octet-stream", body: Readable.from([content]) },
    );
    const download = new URL(file.url);
    const response = await ask(download.pathname + download.search);
    const hash = createHash("md5");
    for await (const chunk of response.body ?? []) hash.update(chunk as Uint8Array);
    expect({ status: response.status, md5: hash.digest("hex") }).toEqual({ status: 200, md5 });
  });

  it.skipIf(!hasProxy(name))("the proxy's own words about the caller replace the caller's", async () => {
    const forged = {
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "evil.example",
    };
    const headers = (await (await ask("/seen", { headers: forged })).json()) as Record<string, string>;
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["x-forwarded-proto"]).toBe("https");
    expect(headers["x-forwarded-host"]).toMatch(/^localhost(:\d+)?$/);
    expect(headers.host).toMatch(/^localhost(:\d+)?$/);
  });
});
