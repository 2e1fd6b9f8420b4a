/** Answers that nobody reads: they wait in this process's memory until their connection ends. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";

/** All connections together may leave so much unread. */
const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
const EVERY_MS = 1000;
/**
 * A connection that has something to read at every look takes so much of it in so many looks: about 1 kB a second. Looks
 * are counted, not seconds, so that a process that was stopped for a minute does not blame its readers.
 */
const SLOW_LOOKS = 60;
const MIN_BYTES = 64 * 1024;

type Held = { bySocket: Map<Socket, number>; bytes: number; most: number; makeRoom: () => void };

/** What answers have not yet handed to their connections. */
const held = (): Held =>
  processMemory("http.unread", () => ({
    bySocket: new Map(),
    bytes: 0,
    most: MAX_UNREAD_BYTES,
    makeRoom: () => undefined,
  }));

/** Says how much of an answer waits outside its connection; 0 once it is written or given up. */
export function holdUnread(socket: Socket, bytes: number): void {
  const all = held();
  const before = all.bySocket.get(socket) ?? 0;
  all.bytes += bytes - before;
  if (bytes === 0) all.bySocket.delete(socket);
  else all.bySocket.set(socket, bytes);
  // A second is long: a thousand large answers can begin in it.
  if (before === 0 && all.bytes > all.most) all.makeRoom();
}

const unreadOf = (socket: Socket): number => socket.writableLength + (held().bySocket.get(socket) ?? 0);

/**
 * What a connection has not taken of what it was given. A write counts whole until its last byte went, so Node's own
 * number, by which it tells a connection that moves from one that stalls, is added where it is known.
 */
const leftOf = (socket: Socket): number =>
  socket.writableLength + ((socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0);

type Waiting = { since: number; looks: number; taken: number; left: number; written: number };

const begin = (socket: Socket): Waiting => ({
  since: performance.now(),
  looks: 0,
  taken: 0,
  left: leftOf(socket),
  written: socket.bytesWritten,
});

/** Counts what was taken since the look before. */
function count(waiting: Waiting, socket: Socket): void {
  const [left, written] = [leftOf(socket), socket.bytesWritten];
  waiting.taken += Math.max(0, waiting.left + (written - waiting.written) - left);
  Object.assign(waiting, { left, written });
}

type Limits = { slowLooks: number; least: number };

/** Whether a whole window of looks went by in which a connection took less than it must; another begins after each. */
function isTooSlow(waiting: Waiting, { slowLooks, least }: Limits): boolean {
  if (++waiting.looks < slowLooks) return false;
  const tooSlow = waiting.taken < least;
  Object.assign(waiting, { looks: 0, taken: 0 });
  return tooSlow;
}

/** Ends those who took next to nothing of what waits for them; how many that were. */
function endSlow(waiting: ReadonlyMap<Socket, Waiting>, limits: Limits): number {
  let ended = 0;
  for (const [socket, known] of waiting) {
    count(known, socket);
    if (!isTooSlow(known, limits)) continue;
    socket.destroy();
    ended++;
  }
  return ended;
}

/** Ends those who have waited longest, until the rest fits; how many that were. */
function endOldest(waiting: ReadonlyMap<Socket, Waiting>, most: number): number {
  const oldest = [...waiting].sort(([, a], [, b]) => a.since - b.since);
  let unread = oldest.reduce((sum, [socket]) => sum + unreadOf(socket), 0);
  let ended = 0;
  for (const [socket] of oldest) {
    if (unread <= most) break;
    unread -= unreadOf(socket);
    socket.destroy();
    holdUnread(socket, 0);
    ended++;
  }
  return ended;
}

/**
 * Looks once a second, and whenever a large answer begins over the limit, at what all connections have not read. Over the
 * limit, those end that have kept something unread for longest, until the rest fits. A connection that has something to
 * read the whole time and takes next to nothing of it ends too: it would keep its answer for days.
 */
export function limitUnread(
  server: Server,
  { most = MAX_UNREAD_BYTES, everyMs = EVERY_MS, slowLooks = SLOW_LOOKS, least = MIN_BYTES } = {},
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
  const note = (): void => {
    for (const socket of connections) {
      if (socket.destroyed || unreadOf(socket) === 0) waiting.delete(socket);
      else if (!waiting.has(socket)) waiting.set(socket, begin(socket));
    }
  };
  const makeRoom = (): void => {
    note();
    const ended = endOldest(waiting, most);
    if (ended > 0)
      log.warn(background("listener"), "connections were ended because too much waited to be read", { ended });
  };
  const look = (): void => {
    makeRoom();
    const ended = endSlow(waiting, { slowLooks, least });
    if (ended > 0)
      log.warn(background("listener"), "connections were ended because their readers took next to nothing", { ended });
  };
  Object.assign(held(), { most, makeRoom });
  const timer = setInterval(look, everyMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}
