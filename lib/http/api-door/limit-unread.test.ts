/** Callers who do not read their answers. */
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createListener, type Answer } from "../listener/create-listener";
import { limitUnread } from "./limit-unread";
import { bytesOf, textOf, writeText, type Text } from "./write-text";

const LARGE = "x".repeat(20 * 1024 * 1024);
let server: Server;
const callers: Socket[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** How each connection ended, in the order of its request. */
async function serve(
  answer: Answer,
  stallMs: number,
  limits?: Parameters<typeof limitUnread>[1],
): Promise<{ port: number; closed: boolean[] }> {
  const states: boolean[] = [];
  server = createListener({
    stallMs,
    answer: (request, response, pathname) => {
      const index = states.push(false) - 1;
      response.once("close", () => {
        states[index] = true;
      });
      return answer(request, response, pathname);
    },
  });
  if (limits) limitUnread(server, { everyMs: 20, ...limits });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { port: (server.address() as AddressInfo).port, closed: states };
}

/** Sends a request and does not read the answer. */
function ask(port: number): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
  callers.push(socket.on("error", () => undefined));
  return socket;
}

it("ends a connection that reads nothing of its answer", async () => {
  const { port, closed } = await serve((_, response) => response.end(LARGE), 300);
  ask(port);
  await expect.poll(() => closed, { timeout: 20_000 }).toEqual([true]);
});

it("does not end a connection that waits for its answer, however long that takes", async () => {
  const { port } = await serve((_, response) => void setTimeout(() => response.end("late"), 2500), 1000);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("late");
});

it("gives a slow reader the whole answer", async () => {
  const { port } = await serve((_, response) => response.end(LARGE), 2000);
  const socket = ask(port);
  let read = 0;
  for await (const chunk of socket) {
    read += (chunk as Buffer).length;
    if (read >= LARGE.length) break;
    if (read % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(read).toBeGreaterThanOrEqual(LARGE.length);
});

it("ends only the connections with the oldest unread data if all together have too much", async () => {
  const { port, closed } = await serve((_, response) => response.end(LARGE), 60_000, { maxBytes: 3 * LARGE.length });
  for (let index = 1; index <= 6; index++) {
    ask(port);
    await expect.poll(() => closed.length, { timeout: 20_000 }).toBe(index);
  }
  await expect.poll(() => closed.filter(Boolean).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  expect(closed.at(-1)).toBe(false);
  expect(closed.slice(0, 2)).toEqual([true, true]);
});

const writeWhole =
  (text: Text): Answer =>
  (_, response) =>
    writeText(response.writeHead(200, { "content-length": bytesOf(text) }), text, bytesOf(text));

it("writes a long text only as fast as the connection reads it", async () => {
  let most = 0;
  const { port } = await serve((request, response, pathname) => {
    writeWhole(LARGE)(request, response, pathname);
    const look = setInterval(() => (most = Math.max(most, response.socket?.writableLength ?? 0)), 5);
    response.once("close", () => clearInterval(look));
  }, 60_000);
  ask(port);
  await expect.poll(() => most, { timeout: 20_000 }).toBeGreaterThan(0);
  const reader = await fetch(`http://127.0.0.1:${port}/`);
  expect((await reader.text()).length).toBe(LARGE.length);
  expect(most).toBeLessThan(1024 * 1024);
});

const LONG_BYTES = Buffer.from(`"${"\u{1F600}é".repeat(10_000)}",`);

it.each<[string, Text]>([
  ["one text", `${"x".repeat(64 * 1024 - 1)}\u{1F600}${"\u{1F600}é€".repeat(50_000)}`],
  ["pieces", ["[", ...Array.from({ length: 30_000 }, (_, index) => `"${index}\u{1F600}",`), "", "0]"]],
  ["bytes among pieces", ["[", Buffer.from('"é",'), ...Array.from({ length: 40 }, () => LONG_BYTES), "0]"]],
  ["a few bytes", [Buffer.from("[\u{1F600}"), "é]"]],
  ["a short one", "é€"],
])("writes every character of %s in slices", async (_, text) => {
  const { port } = await serve(writeWhole(text), 60_000);
  const whole = textOf(text);
  expect((await (await fetch(`http://127.0.0.1:${port}/`)).text()) === whole).toBe(true);
});

it("counts the unwritten rest of long texts too, and ends the oldest connections above the limit", async () => {
  const { port, closed } = await serve(writeWhole(LARGE), 60_000, { maxBytes: 3 * LARGE.length, everyMs: 60_000 });
  for (let index = 1; index <= 6; index++) {
    ask(port);
    await expect.poll(() => closed.length, { timeout: 20_000 }).toBe(index);
  }
  await expect.poll(() => closed.slice(0, 2), { timeout: 20_000 }).toEqual([true, true]);
  expect(closed.at(-1)).toBe(false);
});

it("counts a text as a whole until its last slice is written, because all of it stays in memory", async () => {
  // More than the buffers of a connection take besides what its caller reads.
  const [bytes, readBytes] = [96 * 1024 * 1024, 56 * 1024 * 1024];
  const text = [Buffer.alloc(bytes, "x")];
  const { port, closed } = await serve(writeWhole(text), 60_000, { maxBytes: 3.5 * bytes, everyMs: 60_000 });
  for (let index = 1; index <= 4; index++) {
    const caller = ask(port);
    await new Promise<void>((resolve) => {
      caller.on("data", () => {
        if (caller.bytesRead <= readBytes) return;
        caller.pause();
        resolve();
      });
    });
  }
  await expect.poll(() => closed, { timeout: 20_000 }).toEqual([true, false, false, false]);
});

it.each([
  ["a text in slices", writeWhole(LARGE)],
  ["a text that was written at once", (_: unknown, response: Parameters<Answer>[1]) => response.end(LARGE)],
])("ends a connection that reads %s byte by byte", async (_, answer) => {
  const { port, closed } = await serve(answer, 60_000, { slowChecks: 25 });
  const wait = (socket: Socket) => void setTimeout(() => socket.destroyed || socket.resume(), 20);
  const socket: Socket = connect({
    port,
    host: "127.0.0.1",
    onread: {
      buffer: Buffer.alloc(1),
      callback: () => {
        wait(socket);
        return false;
      },
    },
  });
  callers.push(socket.on("error", () => undefined));
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await expect.poll(() => closed, { timeout: 30_000 }).toEqual([true]);
});

it("does not end a connection that reads enough in each window, however long the whole takes", async () => {
  const { port } = await serve(writeWhole(LARGE), 60_000, { slowChecks: 15, minBytes: 1 });
  const socket = ask(port);
  let read = 0;
  for await (const chunk of socket) {
    read += (chunk as Buffer).length;
    if (read >= LARGE.length) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(read).toBeGreaterThanOrEqual(LARGE.length);
});
