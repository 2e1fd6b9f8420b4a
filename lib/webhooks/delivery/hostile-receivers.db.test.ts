/** Receivers that answer what no receiver should: each attempt ends in its time, is in the log, and holds up nobody. */
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { recordEvent } from "../events/record-event";
import { createSubscription } from "../subscriptions/subscriptions";
import { startDelivering } from "./start-delivering";

vi.hoisted(() => {
  process.env.PATCHBAY_WEBHOOK_PAUSES = "600";
  process.env.PATCHBAY_WEBHOOK_TIMEOUT_SECONDS = "8";
});

const TYPE = "composio.webhook.disabled" as const;
const servers: Server[] = [];
const sockets = new Set<Socket>();

/** Writes again and again, as fast as the other side reads, until it is gone. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}

const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n`;
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

/** What is written to the connection once a request has come, and what the log says. */
const ANSWERS: Record<string, { write: (socket: Socket) => void; state: "delivered" | "waiting"; kept?: RegExp }> = {
  "a body without an end": {
    write: (socket) => {
      socket.write(head("connection: close\r\n"));
      flood(socket, Buffer.alloc(64 * 1024, "a"));
    },
    state: "delivered",
    kept: /^a{4096}$/,
  },
  "an emoji where the log cuts, and NUL": {
    write: (socket) => {
      const body = `\0${"x".repeat(4093)}😀${"y".repeat(5000)}`;
      socket.write(head(`content-length: ${Buffer.byteLength(body)}\r\n`));
      socket.write(body);
    },
    state: "delivered",
    kept: /^\uFFFDx{4093}$/,
  },
  "a small body that becomes 64 MB": {
    write: (socket) => {
      socket.write(head(`content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`));
      socket.write(bomb);
    },
    state: "delivered",
    kept: /^\uFFFD{4096}$/,
  },
  "a body that comes a byte at a time": {
    write: (socket) => {
      socket.write(head("content-length: 1000\r\n"));
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write("x")), 50);
    },
    state: "delivered",
  },
  "heads without an end": {
    write: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      flood(socket, Buffer.from(`x-more: ${"b".repeat(1000)}\r\n`));
    },
    state: "waiting",
  },
  "interim answers without an end": {
    write: (socket) => flood(socket, Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")),
    state: "waiting",
  },
  "another protocol": {
    write: (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    state: "waiting",
  },
  "what is no HTTP": { write: (socket) => socket.write("\0\0\0 hello\r\n\r\n"), state: "waiting" },
  "an end in the middle": {
    write: (socket) => socket.end(head("content-length: 100\r\n") + "cut"),
    state: "delivered",
  },
};

async function listen(write: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => write(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

beforeAll(() => startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true })));
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await runStops(() => undefined);
});

it.concurrent.each(Object.entries(ANSWERS))("%s", async (_, { write, state, kept: bodyPattern }) => {
  const projectId = newId("project");
  const { id: subscription } = await createSubscription(projectId, {
    url: await listen(write),
    enabledEvents: [TYPE],
    version: "V3",
  });
  await db.$transaction((tx) => recordEvent(tx, projectId, { type: TYPE, payload: {} }));
  const find = () => db.webhookAttempt.findFirst({ where: { projectId }, include: { delivery: true } });
  await vi.waitFor(async () => expect((await find())?.number).toBe(1), { timeout: 60_000, interval: 50 });
  const attempt = await find();
  expect([attempt?.delivery.state, attempt?.delivery.subscriptionId]).toEqual([state, subscription]);
  expect(attempt?.responseBody?.length ?? 0).toBeLessThanOrEqual(4096);
  if (bodyPattern) expect(attempt?.responseBody).toMatch(bodyPattern);
});
