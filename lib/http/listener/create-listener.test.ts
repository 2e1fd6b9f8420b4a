/** A failure in one request does not affect any other. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createListener, type Answer, type Upgrade } from "./create-listener";

const servers: Server[] = [];
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on("uncaughtExceptionMonitor", note);
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  process.off("uncaughtExceptionMonitor", note);
});

async function serve(answer: Answer, upgrade?: Upgrade, maxConnections?: number): Promise<number> {
  const server = createListener({
    answer: (request, response, pathname) =>
      pathname === "/well" ? response.end("well") : answer(request, response, pathname),
    upgrade,
    ...(maxConnections !== undefined && { maxConnections }),
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  let received = "";
  for await (const chunk of socket) received += String(chunk);
  return received;
}

const later = () => new Promise((resolve) => setImmediate(resolve));

it("ends a connection whose answer had begun when it stopped to listen", async () => {
  const port = await serve((_, response) => {
    response.write("begun, ");
    servers[0]?.close();
    response.end("late");
  });
  const text = await raw(port, "GET /late HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(text).toMatch(/connection: keep-alive[^]*begun, [^]*late/i);
});

it("ends a connection that is kept with the first answer after it stopped to listen", async () => {
  const port = await serve((_, response) => {
    servers[0]?.close();
    response.end("late");
  });
  const text = await raw(port, "GET /well HTTP/1.1\r\nhost: a\r\n\r\nGET /late HTTP/1.1\r\nhost: a\r\n\r\n");
  const [, first, second] = text.split("HTTP/1.1 200 OK");
  expect([first?.toLowerCase(), second?.toLowerCase()]).toEqual([
    expect.stringContaining("connection: keep-alive"),
    expect.stringMatching(/connection: close[^]*late/),
  ]);
});

const before: [string, Answer][] = [
  [
    "throws",
    () => {
      throw new Error("at once");
    },
  ],
  [
    "rejects",
    async (request: IncomingMessage) => {
      await later();
      throw new Error(`later, at ${request.url}`);
    },
  ],
  [
    "throws after it has set headers",
    (_: IncomingMessage, response: ServerResponse) => {
      response.setHeader("set-cookie", "secret=1");
      response.setHeader("content-length", "3");
      throw new Error("in between");
    },
  ],
];

it.each(before)("500: in the error body if a handler %s, and the connection ends", async (_, answer) => {
  const port = await serve(answer);
  const reply = await raw(port, "GET /ill HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(reply).toMatch(/^HTTP\/1\.1 500 /);
  expect(reply).toMatch(/"slug":"InternalServerError".*"request_id":"req_/);
  expect(reply).toMatch(/\r\nconnection: close\r\n/i);
  expect(reply).not.toContain("set-cookie");
  expect(await (await fetch(`http://127.0.0.1:${port}/well`)).text()).toBe("well");
  expect(uncaught).toEqual([]);
});

const after: [string, Answer][] = [
  [
    "throws in the middle of its answer",
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200).write("begun");
      throw new Error("in the middle");
    },
  ],
  [
    "writes after the end",
    (_: IncomingMessage, response: ServerResponse) => {
      response.end("whole");
      response.write("more");
    },
  ],
  [
    "answers twice",
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200).end("whole");
      response.writeHead(200).end("again");
    },
  ],
];

it.each(after)("goes on after a handler that %s", async (_, answer) => {
  const port = await serve(answer);
  await raw(port, "GET /ill HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  expect(await (await fetch(`http://127.0.0.1:${port}/well`)).text()).toBe("well");
  expect(uncaught).toEqual([]);
});

const UPGRADE = "GET /well HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n";

it("answers pipelined requests one after another, and none after the one that closes the connection", async () => {
  const order: string[] = [];
  const port = await serve(async (request, response, pathname) => {
    order.push(`begin ${pathname}`);
    await later();
    await later();
    order.push(`end ${pathname}`);
    if (pathname === "/3") response.setHeader("connection", "close");
    response.end(pathname);
  });
  const reply = await raw(
    port,
    [1, 2, 3, 4].map((index) => `POST /${index} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`).join(""),
  );
  expect([...reply.matchAll(/^\/\d/gm)].map(String)).toEqual(["/1", "/2", "/3"]);
  expect(order).toEqual(["begin /1", "end /1", "begin /2", "end /2", "begin /3", "end /3"]);
});

it("does not start requests whose connection is gone", async () => {
  let count = 0;
  const port = await serve((request) => {
    count++;
    (request.socket as Socket).resetAndDestroy();
  });
  await raw(port, "GET /a HTTP/1.1\r\nhost: x\r\n\r\n".repeat(500)).catch(() => undefined);
  expect(await (await fetch(`http://127.0.0.1:${port}/well`)).text()).toBe("well");
  expect(count).toBe(1);
});

it("405: for CONNECT", async () => {
  const reply = await raw(await serve(() => undefined), "CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n");
  expect(reply).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET, HEAD, POST/);
});

it("405: a connection that asked for a tunnel does not stay, although its client keeps its side open", async () => {
  const port = await serve(() => undefined);
  const server = servers.at(-1);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const end = new Promise((resolve) => socket.on("end", resolve));
  socket.resume();
  socket.write("CONNECT x:443 HTTP/1.1\r\nhost: x:443\r\n\r\n");
  await end;
  const count = () => new Promise<number>((resolve) => server?.getConnections((_, all) => resolve(all)));
  await vi.waitFor(async () => expect(await count()).toBe(0), 20_000).finally(() => socket.destroy());
}, 30_000);

it("answers a request for another protocol like any other if there is no upgrade handler", async () => {
  const reply = await raw(await serve(() => undefined), UPGRADE);
  expect(reply).toMatch(/^HTTP\/1\.1 200 [^]*well$/);
});

it.each<[string, Upgrade]>([
  [
    "throws",
    () => {
      throw new Error("at once");
    },
  ],
  [
    "rejects",
    async () => {
      await later();
      throw new Error("later");
    },
  ],
])("ends the connection of an upgrade that %s, and nothing else", async (_, upgrade) => {
  const port = await serve(() => undefined, upgrade);
  expect(await raw(port, UPGRADE)).toBe("");
  expect(await (await fetch(`http://127.0.0.1:${port}/well`)).text()).toBe("well");
  expect(uncaught).toEqual([]);
});

it("goes on after a connection that could not be accepted", async () => {
  const port = await serve(() => undefined);
  // The error that Node emits when the process has no descriptor left.
  servers[0]?.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  expect(await (await fetch(`http://127.0.0.1:${port}/well`)).text()).toBe("well");
});

it("closes connections above the limit, and accepts new ones once there is room", async () => {
  const port = await serve(() => undefined, undefined, 2);
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).once("connect", () => resolve(socket));
    });
  const ask = () => raw(port, "GET /well HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").catch(() => "");
  const sockets = [await open(), await open()];
  await expect.poll(ask).toBe("");
  sockets[0]?.destroy();
  await expect.poll(ask).toContain("well");
  sockets[1]?.destroy();
});
