/** Connections on which nothing is asked: bounded for each client, so that one cannot use up those of the process. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import ipaddr from "ipaddr.js";
import { background, log } from "@/lib/kernel/process/log";

/** Of the connections that the process takes, one client may let so many wait. */
const SHARE = 0.1;
const FEWEST = 10;
const TOLD_EVERY_MS = 60_000;

/** Whose an address is: of IPv6 the network, as one client has all addresses of it. */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
    : parsed.toString();
}

type Idle = Map<string, Set<Socket>>;

function forget(idle: Idle, client: string, socket: Socket): void {
  const sockets = idle.get(client);
  sockets?.delete(socket);
  if (sockets?.size === 0) idle.delete(client);
}

/**
 * Ends the connections of a client that have waited longest for a request, where it lets more than a tenth of those
 * wait that the process takes: 10 at least.
 * @param most how many connections the process takes
 * @returns `leave`: takes a connection out that has become another protocol
 */
export function boundIdleConnections(server: Server, most: number): { leave: (socket: Duplex) => void } {
  const share = Math.max(FEWEST, Math.floor(most * SHARE));
  const idle: Idle = new Map();
  const clients = new WeakMap<Duplex, string>();
  /** Requests of a connection that have no answer yet: a client may send the next before it has one. */
  const running = new WeakMap<Duplex, number>();
  let toldAt = -Infinity;
  const tell = (client: string): void => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    log.warn(background("listener"), "connections of a client that wait for a request were closed", { client, share });
  };
  const wait = (socket: Socket, client: string): void => {
    const sockets = idle.get(client) ?? new Set();
    idle.set(client, sockets.add(socket));
    const [oldest] = sockets;
    if (sockets.size <= share || !oldest) return;
    forget(idle, client, oldest);
    oldest.destroy();
    tell(client);
  };
  const leave = (socket: Duplex): void => {
    const client = clients.get(socket);
    if (client !== undefined) forget(idle, client, socket as Socket);
  };
  server.on("connection", (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? "");
    clients.set(socket, client);
    socket.once("close", () => forget(idle, client, socket));
    wait(socket, client);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    leave(socket);
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (running.get(socket) ?? 1) - 1;
      running.set(socket, left);
      const client = clients.get(socket);
      if (left === 0 && client !== undefined && !socket.destroyed) wait(socket, client);
    });
  });
  return { leave };
}
