/** Limits the memory for answers that clients do not read. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";

/** For all connections together. */
const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
const EVERY_MS = 1000;
/**
 * A connection with unread data must take MIN_BYTES in so many checks: about 1 kB per second. Checks are counted
 * instead of seconds, so that readers are not blamed if the process itself stopped for a minute.
 */
const SLOW_CHECKS = 60;
const MIN_BYTES = 64 * 1024;

type UnreadBytes = { bySocket: Map<Socket, number>; bytes: number; maxBytes: number; makeRoom: () => void };

/** The bytes of answers that are not yet written to their connections. */
const unread = (): UnreadBytes =>
  processMemory("http.unread", () => ({
    bySocket: new Map(),
    bytes: 0,
    maxBytes: MAX_UNREAD_BYTES,
    makeRoom: () => undefined,
  }));

/** Sets how many bytes of an answer are not yet written to its connection; 0 once it is written or given up. */
export function holdUnread(socket: Socket, bytes: number): void {
  const all = unread();
  const before = all.bySocket.get(socket) ?? 0;
  all.bytes += bytes - before;
  if (bytes === 0) all.bySocket.delete(socket);
  else all.bySocket.set(socket, bytes);
  // Not only at the next check: a thousand large answers can begin within a second.
  if (before === 0 && all.bytes > all.maxBytes) all.makeRoom();
}

const unreadOf = (socket: Socket): number => socket.writableLength + (unread().bySocket.get(socket) ?? 0);

/**
 * The bytes that a connection was given but has not sent. `writableLength` counts a write as a whole until its last
 * byte is sent, so the finer number from Node's internals is added if there is one.
 */
const leftOf = (socket: Socket): number =>
  socket.writableLength + ((socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0);

type Waiting = { since: number; checks: number; readBytes: number; left: number; sentBytes: number };

const begin = (socket: Socket): Waiting => ({
  since: performance.now(),
  checks: 0,
  readBytes: 0,
  left: leftOf(socket),
  sentBytes: socket.bytesWritten,
});

/** Adds the bytes that were read since the last check. */
function count(waiting: Waiting, socket: Socket): void {
  const [left, sentBytes] = [leftOf(socket), socket.bytesWritten];
  waiting.readBytes += Math.max(0, waiting.left + (sentBytes - waiting.sentBytes) - left);
  Object.assign(waiting, { left, sentBytes });
}

type Limits = { slowChecks: number; minBytes: number };

/** Whether a connection read too little in a whole window of checks; then the next window begins. */
function isTooSlow(waiting: Waiting, { slowChecks, minBytes }: Limits): boolean {
  if (++waiting.checks < slowChecks) return false;
  const tooSlow = waiting.readBytes < minBytes;
  Object.assign(waiting, { checks: 0, readBytes: 0 });
  return tooSlow;
}

/** Ends connections that read too slowly; returns how many. */
function endSlow(waiting: ReadonlyMap<Socket, Waiting>, limits: Limits): number {
  let closed = 0;
  for (const [socket, state] of waiting) {
    count(state, socket);
    if (!isTooSlow(state, limits)) continue;
    socket.destroy();
    closed++;
  }
  return closed;
}

/** Ends the connections with the oldest unread data until the rest is within the limit; returns how many. */
function endOldest(waiting: ReadonlyMap<Socket, Waiting>, maxBytes: number): number {
  const oldest = [...waiting].sort(([, a], [, b]) => a.since - b.since);
  let unread = oldest.reduce((sum, [socket]) => sum + unreadOf(socket), 0);
  let count = 0;
  for (const [socket] of oldest) {
    if (unread <= maxBytes) break;
    unread -= unreadOf(socket);
    socket.destroy();
    holdUnread(socket, 0);
    count++;
  }
  return count;
}

/**
 * Checks the unread bytes of all connections once a second, and when a large answer begins above the limit. Above the
 * limit, the connections with the oldest unread data are ended until the rest fits. A connection that always has unread
 * data but reads almost nothing is ended too: it would keep its answer in memory for days.
 */
export function limitUnread(
  server: Server,
  { maxBytes = MAX_UNREAD_BYTES, everyMs = EVERY_MS, slowChecks = SLOW_CHECKS, minBytes = MIN_BYTES } = {},
): void {
  const connections = new Set<Socket>();
  const waiting = new Map<Socket, Waiting>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      waiting.delete(socket);
    });
  });
  const noteWaiting = (): void => {
    for (const socket of connections) {
      if (socket.destroyed || unreadOf(socket) === 0) waiting.delete(socket);
      else if (!waiting.has(socket)) waiting.set(socket, begin(socket));
    }
  };
  const makeRoom = (): void => {
    noteWaiting();
    const count = endOldest(waiting, maxBytes);
    if (count > 0)
      log.warn(background("listener"), "connections were ended because too much waited to be read", { ended: count });
  };
  const check = (): void => {
    makeRoom();
    const count = endSlow(waiting, { slowChecks, minBytes });
    if (count > 0)
      log.warn(background("listener"), "connections were ended because their readers took next to nothing", {
        ended: count,
      });
  };
  Object.assign(unread(), { maxBytes, makeRoom });
  const timer = setInterval(check, everyMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}
