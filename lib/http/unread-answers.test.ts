/** Callers who do not read what they asked for. */
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createListener, type Answer } from "./listener";
import { limitUnread } from "./unread-answers";

const LARGE = "x".repeat(20 * 1024 * 1024);
let server: Server;
const callers: Socket[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** How each connection ended, in the order of its request. */
async function serve(answer: Answer, stallMs: number, most?: number): Promise<{ port: number; ended: boolean[] }> {
  const ended: boolean[] = [];
  server = createListener({
    stallMs,
    answer: (request, response, pathname) => {
      const at = ended.push(false) - 1;
      response.once("close", () => {
        ended[at] = true;
      });
      return answer(request, response, pathname);
    },
  });
  if (most !== undefined) limitUnread(server, { most, everyMs: 20 });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { port: (server.address() as AddressInfo).port, ended };
}

/** Asks, and leaves the answer where it is. */
function ask(port: number): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
  callers.push(socket.on("error", () => undefined));
  return socket;
}

it("ends a connection that takes nothing of its answer", async () => {
  const { port, ended } = await serve((_, response) => response.end(LARGE), 300);
  ask(port);
  await expect.poll(() => ended, { timeout: 20_000 }).toEqual([true]);
});

it("leaves a connection that waits for its answer, however long that takes", async () => {
  const { port } = await serve((_, response) => void setTimeout(() => response.end("late"), 700), 100);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("late");
});

it("gives a slow reader everything, as long as it reads at all", async () => {
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

it("ends those who have waited longest once too much is unread together, and no others", async () => {
  const { port, ended } = await serve((_, response) => response.end(LARGE), 60_000, 3 * LARGE.length);
  for (let at = 1; at <= 6; at++) {
    ask(port);
    await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(at);
  }
  await expect.poll(() => ended.filter(Boolean).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  expect(ended.at(-1)).toBe(false);
  expect(ended.slice(0, 2)).toEqual([true, true]);
});
