/**
 * The only way out of a sandbox: a proxy on a unix socket that opens tunnels (CONNECT) to the hosts that the project
 * lists. The content of a tunnel is not inspected; the number of tunnels and the amount of data are limited.
 */
import { createServer, type IncomingMessage } from "node:http";
import { chmod, rm } from "node:fs/promises";
import { connect, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { findConnectionLookup } from "@/lib/kernel/outbound/judge-target";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { background, log } from "@/lib/kernel/process/log";
import type { Owner } from "../run-answer";
import { newPace } from "../pace";
import { blockedNotes } from "./blocked-notes";
import { findHosts, names, type Target } from "./hosts";

const MAX_TUNNELS = 32;
/** Of one sandbox, both ways together. */
const MAX_BYTES = 1024 * 1024 * 1024;
const CONNECT_MS = 10_000;
const IDLE_MS = 120_000;
const READ_MS = 10_000;

export type Proxy = { close: () => Promise<void> };

/** What the proxy asks of the sandbox that it belongs to. */
export type Exit = {
  /** Whose sandbox it is; null while nobody's. */
  owner: () => Owner | null;
  /** Called for each refused request. */
  onBlocked: (text: string) => void;
};

type State = {
  /** Those that are open, or asked for. */
  tunnels: number;
  bytes: number;
  /** As helpers: each question costs the database a look. */
  pace: () => number;
  note: ReturnType<typeof blockedNotes>;
};

/** `host:port` as CONNECT has it; undefined for anything else. */
function toTarget(text: string | undefined): Target | undefined {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-fA-F:.]{2,45})\]|([a-zA-Z0-9._-]{1,253})):(\d{1,5})$/.exec(text ?? "") ?? [];
  const host = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, "");
  return host && Number(port) <= 65_535 ? { host, port: Number(port) } : undefined;
}

const refuse = (socket: Duplex, status: string, text: string) =>
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    () => socket.destroy(),
  );

/** The look-up for an allowed target, which returns only checked addresses; or the reason why it is not allowed. */
async function judge({ projectId }: Owner, target: Target): Promise<LookupFunction | string> {
  const { host, port } = target;
  const hosts = await findHosts(projectId);
  if (!hosts.some((entry) => names(entry, target)))
    return `${host}:${port} is not among the hosts that this project allows its code.`;
  const address = `https://${host}:${port}`;
  if (!URL.canParse(address)) return `${host}:${port} is no host of the internet.`;
  try {
    return await findConnectionLookup(new URL(address), { projectId, sender: "workbench" });
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

/** Carries bytes both ways until one end closes, nothing comes for long, or there were too many. */
function join(inner: Duplex, outer: Socket, state: State): void {
  const end = () => {
    inner.destroy();
    outer.destroy();
  };
  const count = (part: Buffer) => {
    state.bytes += part.length;
    if (state.bytes > MAX_BYTES) end();
  };
  for (const socket of [inner, outer]) socket.on("data", count).on("error", end).on("close", end);
  outer.setTimeout(IDLE_MS, end);
  inner.pipe(outer);
  outer.pipe(inner);
}

function open(inner: Duplex, head: Buffer, { host, port }: Target, lookup: LookupFunction, state: State): void {
  const outer = connect({ host, port, lookup, timeout: CONNECT_MS });
  const failed = () => {
    outer.destroy();
    if (!inner.destroyed) refuse(inner, "502 Bad Gateway", `${host}:${port} couldn't be reached.`);
  };
  inner.once("close", () => outer.destroy());
  outer.once("error", failed).once("timeout", failed);
  outer.once("connect", () => {
    outer.off("error", failed).off("timeout", failed);
    inner.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) outer.write(head);
    join(inner, outer, state);
  });
}

async function take(request: IncomingMessage, inner: Duplex, head: Buffer, exit: Exit, state: State): Promise<void> {
  const owner = exit.owner();
  const target = toTarget(request.url);
  if (!owner || !target) return void refuse(inner, "400 Bad Request", "This is no host and port.");
  if (state.tunnels >= MAX_TUNNELS || state.bytes > MAX_BYTES)
    return void refuse(inner, "429 Too Many Requests", "This sandbox has too many connections, or has sent too much.");
  // Counted before the first await, because many can come at the same time.
  state.tunnels += 1;
  inner.once("close", () => {
    state.tunnels -= 1;
  });
  const pause = state.pace();
  if (pause > 0) await sleep(pause);
  const lookupOrReason = await judge(owner, target);
  if (inner.destroyed) return;
  if (typeof lookupOrReason !== "string") return open(inner, head, target, lookupOrReason, state);
  exit.onBlocked(lookupOrReason);
  refuse(inner, "403 Forbidden", lookupOrReason);
  state.note(owner, target, lookupOrReason);
}

/** Opens the proxy of one sandbox. */
export async function openProxy(socket: string, exit: Exit): Promise<Proxy> {
  const state: State = { tunnels: 0, bytes: 0, pace: newPace(), note: blockedNotes() };
  const open = new Set<Duplex>();
  const server = createServer(
    { maxHeaderSize: 8192, headersTimeout: READ_MS, requestTimeout: READ_MS },
    (_, response) => {
      response.writeHead(403, { "content-type": "text/plain", connection: "close" });
      response.end(
        "Only https goes out of the workbench: the proxy opens tunnels (CONNECT) and sends no requests itself.",
      );
    },
  );
  server.maxConnections = MAX_TUNNELS * 2;
  server.on("connection", (connection: Socket) => {
    open.add(connection);
    connection.on("close", () => open.delete(connection));
  });
  server.on("clientError", (_, connection) => connection.destroy());
  server.on("connect", (request: IncomingMessage, inner: Duplex, head: Buffer) => {
    inner.on("error", () => inner.destroy());
    take(request, inner, head, exit, state).catch((error: unknown) => {
      inner.destroy();
      log.error(background("workbench"), "the proxy of a sandbox failed", { error });
    });
  });
  await new Promise<void>((resolve, reject) => {
    // `exclusive`: several processes of one copy would share it otherwise.
    server.once("error", reject).listen({ path: socket, exclusive: true }, () => resolve());
  });
  // As for the socket of helpers: the sandbox can have another user id.
  await chmod(socket, 0o666);
  return {
    close: async () => {
      server.close();
      for (const connection of open) connection.destroy();
      await rm(socket, { force: true });
    },
  };
}
