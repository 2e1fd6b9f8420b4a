/** One connection of the websocket: protocol 7 of the published clients, as far as they use it. */
import { randomInt, randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { processMemory } from "@/lib/kernel/process-memory";
import { isObject } from "@/lib/kernel/text/is-object";
import { watchEvents, type LiveEvent } from "@/lib/webhooks/events/watch-events";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { readProof } from "./authorize-channel";
import { admitTo, MOST_OF_PROJECT } from "./admit-to-project";

/** Calls `onEnd` when the listener has lost access; returns a function that stops watching. */
export type AccessWatch = (projectId: string, actor: string, onEnd: () => void) => () => void;

const EVENT = "trigger_to_client";
/** Longer messages go in parts, as clients put them together. */
const MAX_CHARACTERS = 8_000;
/** A connection that listens to nothing is ended. */
const IDLE_MS = 30_000;
const PING_MS = 60_000;
/** The maximum that waits for a client that does not read: before it has access to a channel, and afterwards. */
const MAX_WAITING_BYTES = { stranger: 64 * 1024, listener: 8 * 1024 * 1024 };
/** A client with so little waiting counts as one that reads. */
const USUAL_WAITING_BYTES = 1024 * 1024;
/** The maximum that waits for all clients together, in one copy of the app. */
const MAX_ALL_WAITING_BYTES = 64 * 1024 * 1024;
/** Names of channels are shorter. What a client names is sent back to it when it is refused. */
const MAX_CHANNEL = 200;
/** Messages of one connection in ten seconds: clients send a few in a minute. */
const MAX_SAID = 500;
const SAID_MS = 10_000;
/** Wrong proofs of one connection. */
const MAX_REFUSED = 10;
/** "Connect again at once", "connect again later" and "do not come again" in the protocol's numbers. */
const CLOSE = { again: 4200, later: 4100, refused: 4009 };

const open = processMemory("realtime.sockets", () => new Set<WebSocket>());

/** Whether too much waits for a client; of many that do not read, those with the most to read end first. */
function isTooSlow({ bufferedAmount }: WebSocket, listens: boolean): boolean {
  if (bufferedAmount > (listens ? MAX_WAITING_BYTES.listener : MAX_WAITING_BYTES.stranger)) return true;
  if (bufferedAmount < USUAL_WAITING_BYTES) return false;
  let all = 0;
  for (const socket of open) all += socket.bufferedAmount;
  return all > MAX_ALL_WAITING_BYTES;
}

/** In this protocol the data of an event is a text. */
const toFrame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, data: typeof data === "string" ? data : JSON.stringify(data), ...(channel && { channel }) });

const framesOf = new WeakMap<LiveEvent, Buffer[]>();

function toFrames(channel: string, text: string): Buffer[] {
  if (text.length <= MAX_CHARACTERS) return [Buffer.from(toFrame(EVENT, text, channel))];
  const id = randomUUID();
  const parts = Math.ceil(text.length / MAX_CHARACTERS);
  return Array.from({ length: parts }, (_, index) => {
    const chunk = text.slice(index * MAX_CHARACTERS, (index + 1) * MAX_CHARACTERS);
    return Buffer.from(toFrame(`chunked-${EVENT}`, { id, index, chunk, final: index === parts - 1 }, channel));
  });
}

export class LiveSocket {
  private readonly id = `${randomInt(1, 2 ** 40)}.${randomInt(1, 2 ** 40)}`;
  private readonly ends = new Map<string, () => void>();
  /** Watches of access. They go on until the connection ends, because an earlier proof opens a channel again. */
  private readonly watches = new Map<string, () => void>();
  private refusals = 0;
  private received = { since: 0, total: 0 };
  private readonly idle: NodeJS.Timeout;
  private readonly pings: NodeJS.Timeout;
  private alive = true;

  /** @param onProof is called when a proof was right */
  constructor(
    private readonly socket: WebSocket,
    private readonly actor: string,
    private readonly watchAccess: AccessWatch,
    private readonly onProof: () => void,
  ) {
    open.add(socket);
    this.idle = setTimeout(() => this.close("refused", "Nothing was subscribed to."), IDLE_MS);
    this.pings = setInterval(() => this.ping(), PING_MS);
    socket.on("message", (data: Buffer) => this.read(data));
    socket.on("pong", () => (this.alive = true));
    socket.on("close", () => this.end());
    socket.on("error", () => socket.terminate());
    this.send("pusher:connection_established", { socket_id: this.id, activity_timeout: PING_MS / 1000 });
  }

  /** Ends the connection; the client acts by the code of the reason. */
  close(reason: keyof typeof CLOSE, words: string): void {
    this.socket.close(CLOSE[reason], words);
    // A client that does not answer the close is not waited for.
    setTimeout(() => this.socket.terminate(), 5_000).unref();
  }

  private end(): void {
    clearTimeout(this.idle);
    clearInterval(this.pings);
    for (const end of [...this.ends.values(), ...this.watches.values()]) end();
    this.ends.clear();
    this.watches.clear();
    open.delete(this.socket);
  }

  private ping(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    this.socket.ping();
  }

  private send(event: string, data: unknown, channel?: string): void {
    this.sendFrame(toFrame(event, data, channel));
  }

  private sendFrame(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (isTooSlow(this.socket, this.watches.size > 0)) return this.socket.terminate();
    this.socket.send(frame, { binary: false });
  }

  /** Whether a client sends more than clients usually do. */
  private isFlood(): boolean {
    const time = performance.now();
    if (time - this.received.since > SAID_MS) this.received = { since: time, total: 0 };
    return ++this.received.total > MAX_SAID;
  }

  private read(data: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.isFlood()) return this.close("refused", "Too many messages.");
    this.alive = true;
    const read = readJson(data.toString("utf8"), SMALL_BOUNDS);
    if (read.kind !== "value") return this.close("refused", "A message was no JSON.");
    const message = read.value;
    if (!isObject(message)) return;
    const fields = isObject(message.data) ? message.data : {};
    const channel = typeof fields.channel === "string" ? fields.channel : "";
    if (message.event === "pusher:ping") return this.send("pusher:pong", {});
    if (message.event === "pusher:unsubscribe") return this.unsubscribe(channel);
    if (message.event === "pusher:subscribe")
      this.subscribe(channel, typeof fields.auth === "string" ? fields.auth : "");
  }

  private unsubscribe(channel: string): void {
    this.ends.get(channel)?.();
    this.ends.delete(channel);
  }

  private subscribe(channel: string, auth: string): void {
    if (this.ends.has(channel) || this.socket.readyState !== this.socket.OPEN) return;
    if (channel.length > MAX_CHANNEL) return this.close("refused", "There is no such channel.");
    const proof = readProof(this.actor, this.id, channel, auth);
    if (!proof) return this.refuse(channel, 401, "The channel's authorization is not valid.");
    let stop: () => void;
    try {
      stop = watchEvents(proof.projectId, {
        happened: (live) => this.tell(channel, live),
        // The protocol has no word for it; events are in the log and at the receivers of webhooks.
        gap: () => undefined,
      });
    } catch (error) {
      return this.refuse(channel, 429, error instanceof Error ? error.message : "Too many listen.");
    }
    if (!this.enter(channel, proof)) {
      stop();
      return this.refuse(channel, 429, `This project has ${MOST_OF_PROJECT} connections already.`);
    }
    this.ends.set(channel, stop);
    this.onProof();
    clearTimeout(this.idle);
    this.send("pusher_internal:subscription_succeeded", {}, channel);
  }

  /**
   * Counts the connection to the project and watches its access, until it ends; false where the project has too many.
   */
  private enter(channel: string, { projectId, actor }: { projectId: string; actor: string }): boolean {
    if (this.watches.has(channel)) return true;
    const leave = admitTo(projectId);
    if (!leave) return false;
    const unwatch = this.watchAccess(projectId, actor, () =>
      this.close("again", "Access has changed: authorize again."),
    );
    this.watches.set(channel, () => {
      unwatch();
      leave();
    });
    return true;
  }

  private refuse(channel: string, status: number, error: string): void {
    this.send("pusher:subscription_error", { type: "AuthError", status, error }, channel);
    if (++this.refusals > MAX_REFUSED) this.close("refused", "Too many wrong authorizations.");
  }

  /**
   * A project has one channel, so all who listen to it get the same frames. Clients take every message for one of a
   * trigger.
   */
  private tell(channel: string, live: LiveEvent): void {
    if (live.event.triggerId === null) return;
    let frames = framesOf.get(live);
    if (!frames) framesOf.set(live, (frames = toFrames(channel, live.text())));
    for (const frame of frames) this.sendFrame(frame);
  }
}
