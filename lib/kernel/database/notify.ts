/**
 * Short messages between all copies of the app, through PostgreSQL's LISTEN and NOTIFY: one connection a process, which
 * also holds what others see of it as long as it lives.
 */
import pg from "pg";
import type { Db } from "./db";
import { env } from "../process/env";
import { onStop } from "../process/lifecycle";
import { background, log } from "../process/log";
import { processMemory } from "../process-memory";
import { onOwnMessage, tellOwnOf } from "./own-messages";
import { rowsOf, statement } from "./statement";

/** The name of a channel. Limited, because LISTEN takes no parameters and the name becomes part of the SQL. */
export type Channel = `patchbay_${string}` | "jobs:insert" | "worker:migrate";

type Listener = {
  /** Called with each message, including those of this process. */
  message: (payload: string) => void;
  /**
   * Called with each message of this process itself, right after its commit and before its caller gets an answer;
   * `message` follows. For what is remembered here and must be forgotten.
   */
  onOwn?: (payload: string) => void;
  /** Called when messages could be missing: after each (re)connection. */
  missed: () => void;
};

type Hold = (client: pg.Client) => Promise<void>;

const HEARTBEAT_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

const state = processMemory("notify", () => ({
  listeners: new Map<Channel, Listener[]>(),
  client: undefined as pg.Client | undefined,
  /** Statements that run on each new connection. */
  holds: [] as Hold[],
  /** They ran on the current connection, or are running. */
  held: false,
  /** Channels that the present connection listens to. */
  live: new Set<Channel>(),
  started: false,
  stopped: false,
  pauseMs: FIRST_PAUSE_MS,
  /** Messages for `notifySoon`. */
  waiting: [] as [Channel, string][],
  sending: false,
}));

async function follow(client: pg.Client, channel: Channel): Promise<void> {
  await client.query(`LISTEN "${channel}"`);
  if (state.client !== client) return;
  for (const listener of state.listeners.get(channel) ?? []) listener.missed();
  state.live.add(channel);
}

function lose(client: pg.Client, error?: Error): void {
  if (state.client !== client) return;
  state.client = undefined;
  state.held = false;
  state.live.clear();
  client.end().catch(() => undefined); // the connection is gone already
  if (state.stopped) return;
  if (state.pauseMs === FIRST_PAUSE_MS)
    log.warn(
      background("notifications"),
      "the connection for notifications was lost; connecting again",
      error ? { error } : {},
    );
  setTimeout(() => void connect(), state.pauseMs).unref();
  state.pauseMs = Math.min(state.pauseMs * 2, MAX_PAUSE_MS);
}

/** Finds a connection that died silently, by sending it a statement. */
function beat(client: pg.Client): void {
  setTimeout(() => {
    if (state.client !== client) return;
    client.query("SELECT 1").then(
      () => beat(client),
      (error: Error) => lose(client, error),
    );
  }, HEARTBEAT_MS).unref();
}

/** Makes a connection send its statements one after another, although several users share it. */
function inTurn(client: pg.Client): pg.Client {
  const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let last = Promise.resolve<unknown>(undefined);
  const query = (...args: unknown[]): Promise<unknown> => {
    const result = last.then(() => ask(...args));
    last = result.catch(() => undefined);
    return result;
  };
  client.query = query as typeof client.query;
  return client;
}

async function connect(): Promise<void> {
  const settings = {
    connectionString: env().databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 5_000,
    application_name: "patchbay notify",
  };
  const client = inTurn(new pg.Client(settings));
  state.client = client;
  client.on("error", (error) => lose(client, error));
  client.on("end", () => lose(client));
  client.on("notification", ({ channel, payload }) => {
    for (const listener of state.listeners.get(channel as Channel) ?? []) listener.message(payload ?? "");
  });
  try {
    await client.connect();
    state.held = true;
    for (const hold of [...state.holds]) await hold(client);
    for (const channel of state.listeners.keys()) await follow(client, channel);
    state.pauseMs = FIRST_PAUSE_MS;
    beat(client);
  } catch (error) {
    lose(client, error as Error);
  }
}

/**
 * Receives a channel's messages from now on; the connection is made in the background and made again when it breaks.
 */
export function listen(channel: Channel, listener: Listener): void {
  if (listener.onOwn) onOwnMessage(channel, listener.onOwn);
  const listeners = state.listeners.get(channel);
  if (listeners) listeners.push(listener);
  else state.listeners.set(channel, [listener]);
  if (!state.started) start();
  // the connection's own handler reconnects
  else if (!listeners && state.client) void follow(state.client, channel).catch(() => undefined);
}

function start(): void {
  state.started = true;
  onStop("notifications", async () => {
    state.stopped = true;
    await state.client?.end();
  });
  void connect();
}

/**
 * Runs `hold` with the connection, and again with each one that replaces it: for state that the database only keeps
 * while this process is connected, such as locks.
 */
export function onEachConnection(hold: Hold): void {
  state.holds.push(hold);
  if (!state.started) start();
  // the connection's own handler reconnects
  else if (state.client && state.held) void hold(state.client).catch(() => undefined);
}

/** Whether messages of the channel arrive at present. If not, do not trust caches that depend on them. */
export const isListening = (channel: Channel): boolean => state.live.has(channel);

/** The part of a transaction that messages need. */
export type Announcer = Pick<Db, "$executeRaw"> & { afterCommit?: (channel: Channel, payload: string) => void };

/**
 * Sends a message to every listener when the transaction `tx` commits, or at once with the plain client. At most 8000
 * bytes.
 */
export async function notify(tx: Announcer, channel: Channel, payload: string): Promise<void> {
  if (tx.afterCommit) return tx.afterCommit(channel, payload);
  await tx.$executeRaw`SELECT pg_notify(${channel}::text, ${payload}::text)`;
  tellOwnOf(tx, [channel, payload]);
}

/** PostgreSQL takes payloads that are shorter than 8,000 bytes. */
const MOST_BYTES = 7_999;
/** Messages of one statement. */
const MOST_AT_ONCE = 1_000;
const SEND = statement({
  name: "notify.send",
  text: "SELECT pg_notify(m.channel, m.payload) FROM unnest($1::text[], $2::text[]) AS m(channel, payload)",
  columns: { pg_notify: "void" },
});

/**
 * Sends messages that no transaction carries, all that wait with one statement. What cannot be sent, or is lost with
 * this process, is missed by all.
 */
export async function notifySoon(messages: readonly [Channel, string][]): Promise<void> {
  const { waiting } = state;
  // One by one: as arguments of one call, those of a large report would be more than the stack takes.
  for (const message of messages)
    if (Buffer.byteLength(message[1]) <= MOST_BYTES) waiting.push(message);
    // In a statement with others it would make all of them fail.
    else
      log.warn(background("notifications"), "a message to other copies of the app was too long", {
        channel: message[0],
      });
  if (state.sending) return;
  state.sending = true;
  while (waiting.length > 0) {
    const now = waiting.splice(0, MOST_AT_ONCE);
    try {
      await rowsOf(SEND, [now.map(([channel]) => channel), now.map(([, payload]) => payload)]);
    } catch (error) {
      // Those that came meanwhile are sent: nobody may come after them for long.
      log.warn(background("notifications"), "messages to other copies of the app were lost", { error });
    }
  }
  state.sending = false;
}

/** Sends several messages, which arrive in this order. At most 8000 bytes each. */
export async function notifyInParts(tx: Pick<Db, "$executeRaw">, channel: Channel, parts: string[]): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channel}::text, part) FROM unnest(${parts}::text[]) AS part`;
}
