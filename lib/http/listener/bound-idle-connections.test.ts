/** One client's waiting connections leave those of the others, and what is being answered stays. */
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { clientOf } from "./bound-idle-connections";
import { createListener } from "./create-listener";
import { PATIENT } from "@/test/setup/patience";

const MOST = 200;
const SHARE = MOST / 10;
const ASK = "GET /well HTTP/1.1\r\nhost: x\r\n\r\n";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Answers at once, but for `/slow`, whose answers it collects. */
async function serve(): Promise<{ port: number; slow: ServerResponse[] }> {
  const slow: ServerResponse[] = [];
  const server = createListener({
    answer: (_, response, pathname) => (pathname === "/slow" ? slow.push(response) : response.end("well")),
    upgrade: (_, socket) => {
      socket.on("end", () => socket.end());
      socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
    },
    maxConnections: MOST,
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, slow };
}

async function open(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, text = ASK): Promise<string> {
  socket.write(text);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString();
}

it("the longest-waiting idle connections of a client are closed", async () => {
  const { port, slow } = await serve();
  const busy = await open(port);
  busy.write(ASK.replace("well", "slow"));
  await vi.waitFor(() => expect(slow).toHaveLength(1), PATIENT);
  const upgraded = await open(port);
  expect(await ask(upgraded, ASK.replace("host", "connection: upgrade\r\nupgrade: websocket\r\nhost"))).toContain(
    " 101 ",
  );
  const other = await open(port, "127.0.0.2");
  const sockets: Socket[] = [];
  for (let n = 0; n < SHARE + 30; n++) sockets.push(await open(port));
  await vi.waitFor(() => expect(sockets.filter(({ closed }) => closed)).toHaveLength(30), PATIENT);
  expect(sockets.slice(0, 30).every(({ closed }) => closed)).toBe(true);
  expect([busy, upgraded, other].map(({ closed }) => closed)).toEqual([false, false, false]);
  slow[0]?.end("at last");
  expect((await once(busy, "data")).toString()).toContain("at last");
  expect(await ask(other)).toContain(" 200 ");
});

it("a connection whose next request came before the answer to its first one stays", async () => {
  const { port, slow } = await serve();
  const early = await open(port);
  expect(await ask(early, ASK + ASK.replace("well", "slow"))).toContain(" 200 ");
  await vi.waitFor(() => expect(slow).toHaveLength(1), PATIENT);
  const sockets: Socket[] = [];
  for (let n = 0; n < SHARE + 5; n++) sockets.push(await open(port));
  await vi.waitFor(() => expect(sockets.filter(({ closed }) => closed)).toHaveLength(5), PATIENT);
  slow[0]?.end("at last");
  expect((await once(early, "data")).toString()).toContain("at last");
});

it("a connection that is used again and again stays, however many wait beside it", async () => {
  const { port } = await serve();
  const socket = await open(port);
  for (let n = 0; n < SHARE * 3; n++) {
    expect(await ask(socket)).toContain(" 200 ");
    await open(port);
  }
});

it.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["", ""],
])("the client of %s is %s", (address, client) => expect(clientOf(address)).toBe(client));
