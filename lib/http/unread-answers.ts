/** Answers that nobody reads: they wait in this process's memory until their connection ends. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { log } from "@/lib/kernel/log";

/** All connections together may leave so much unread. */
const MOST_UNREAD_BYTES = 128 * 1024 * 1024;
const EVERY_MS = 1000;

/** Those who have waited longest with something unread come first. */
function findWaiting(connections: ReadonlySet<Socket>, since: Map<Socket, number>): Socket[] {
  const now = performance.now();
  for (const socket of connections) {
    if (socket.writableLength === 0) since.delete(socket);
    else if (!since.has(socket)) since.set(socket, now);
  }
  return [...since.keys()].sort((a, b) => (since.get(a) ?? 0) - (since.get(b) ?? 0));
}

/**
 * Looks once a second at what all connections have not read. Over the limit, those end that have kept something unread
 * for longest, until the rest fits. What a single connection may keep is its one answer: see the listener.
 */
export function limitUnread(server: Server, { most = MOST_UNREAD_BYTES, everyMs = EVERY_MS } = {}): void {
  const connections = new Set<Socket>();
  const since = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      since.delete(socket);
    });
  });
  const timer = setInterval(() => {
    const waiting = findWaiting(connections, since);
    let unread = waiting.reduce((sum, { writableLength }) => sum + writableLength, 0);
    let ended = 0;
    for (const socket of waiting) {
      if (unread <= most) break;
      unread -= socket.writableLength;
      socket.destroy();
      ended++;
    }
    if (ended > 0) log.warn("connections were ended because too much waited to be read", { ended });
  }, everyMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}
