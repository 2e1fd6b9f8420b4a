/**
 * The unix socket of one sandbox, over which its code calls helpers. It uses HTTP, because every language has a client
 * for it. Requests are not trusted: their size, their time and their number at the same time are limited.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { chmod, rm } from "node:fs/promises";
import { timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { readExactJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { log, type Origin } from "@/lib/kernel/process/log";
import { newPace } from "../pace";
import { failure, HELPERS, type Helper, type HelperAnswer, type HelperName } from "./helpers";

const MAX_BODY = 8 * 1024 * 1024;
const MAX_ANSWER = 32 * 1024 * 1024;
/** Connections of one sandbox; a pool of threads in a cell has 50. */
const MAX_CONNECTIONS = 64;
/** The bodies of one sandbox that are in memory at the same time, each until its response. */
const MAX_HELD = 32 * 1024 * 1024;
/** All answers of one sandbox that it has asked for and not taken yet. */
const MAX_UNREAD = 64 * 1024 * 1024;
const READ_MS = 30_000;
const OVER = "No cell is running that could ask. Helpers answer only while the cell runs that asks.";

/** Finds the handler of a helper call; null if the run is not active. */
export type FindHelper = (runId: string, name: HelperName) => HelperCall | null;

export type HelperServer = { close: () => Promise<void> };

const isHelper = (name: string): name is HelperName => (HELPERS as readonly string[]).includes(name);

const isSame = (header: unknown, key: string): boolean => {
  const [actual, expected] = [Buffer.from(typeof header === "string" ? header : ""), Buffer.from(key)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

function answer(response: ServerResponse, status: number, value: HelperAnswer, { usage }: State): void {
  let text = JSON.stringify(value);
  if (text.length > MAX_ANSWER)
    text = JSON.stringify(failure("The answer is larger than code in the workbench can take at once. Ask for less."));
  if (usage.unread + text.length > MAX_UNREAD)
    text = JSON.stringify(failure("The answers at one time are too large together. Run fewer calls at once."));
  const size = Buffer.byteLength(text);
  usage.unread += size;
  // Whoever asks and does not read has the server keep its answers.
  const timer = setTimeout(() => response.destroy(), READ_MS).unref();
  response.once("close", () => {
    clearTimeout(timer);
    usage.unread -= size;
  });
  response.writeHead(status, { "content-type": "application/json", "content-length": size });
  response.end(text);
}

/** Why a request is refused, as an HTTP status and as a text for the code. */
type Refusal = { status: 400 | 413; words: string };
type Body = { text: string | undefined; length: number };

const TOO_LONG: Refusal = { status: 413, words: "The arguments take more than 8 MB." };
const NO_OBJECT: Refusal = { status: 400, words: "The arguments are no JSON object." };

/**
 * The body, and its size in bytes, which counts until the caller subtracts it; no text if it is cut off or too large.
 */
async function readBody(request: IncomingMessage, usage: Usage): Promise<Body> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      length += part.length;
      usage.bytes += part.length;
      if (length > MAX_BODY || usage.bytes > MAX_HELD) return { text: undefined, length };
      parts.push(part);
    }
    return { text: Buffer.concat(parts).toString("utf8"), length };
  } catch {
    return { text: undefined, length };
  }
}

/** The arguments that a body holds, within the bounds of every request. */
function toArguments(text: string | undefined): { body: Values } | Refusal {
  if (text === undefined) return TOO_LONG;
  const read = readExactJson(text, REQUEST_BOUNDS);
  const { depth, values, names } = REQUEST_BOUNDS;
  if (read.kind === "excess")
    return {
      status: 413,
      words:
        read.excess === "depth"
          ? `The arguments nest deeper than ${depth} levels.`
          : "The arguments hold more than " +
            (read.excess === "values"
              ? `${values.toLocaleString("en")} values`
              : `${names.toLocaleString("en")} names`) +
            ". Send them in parts, or as a file.",
    };
  if (read.kind === "inexact")
    return {
      status: 400,
      words: `The number ${read.literal.slice(0, 40)} cannot be carried exactly: numbers have 53 bits here. Send it as text.`,
    };
  return read.kind === "value" && isObject(read.value) ? { body: read.value } : NO_OBJECT;
}

/** The message, each problem that it does not name, and the suggested fix. */
function sentences({ message, details: { errors = [], suggestedFix } }: ApiError): string {
  return [message, ...errors.filter((problem) => !message.includes(problem)), suggestedFix].filter(Boolean).join(" ");
}

type HelperCall = { helper: Helper | undefined; signal: AbortSignal; on: Origin };

/** Calls a helper. Never fails: the code receives the error, without details that only the operator can see. */
export async function answerHelper(
  name: HelperName,
  body: Values,
  { helper, signal, on }: HelperCall,
): Promise<HelperAnswer> {
  if (!helper) return failure(`${name} is not available here.`);
  try {
    return await helper(body, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return failure(sentences(error));
    log.error(on, "a helper of the workbench failed", { error, helper: name });
    return failure("The server couldn't do this. See its log.");
  }
}

async function runHelper(name: HelperName, runId: string, body: Values, find: FindHelper): Promise<HelperAnswer> {
  const call = find(runId, name);
  return call ? answerHelper(name, body, call) : failure(OVER);
}

async function take(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const name = request.url?.slice(1) ?? "";
  const { "x-session-access-key": key, "x-run-id": runId } = request.headers;
  if (!isSame(key, state.key)) return answer(response, 401, failure("This is not the key of this sandbox."), state);
  if (request.method !== "POST" || !isHelper(name))
    return answer(response, 404, failure("There is no such helper."), state);
  const { text, length } = await readBody(request, state.usage);
  try {
    const pause = state.pace();
    if (pause > 0) await sleep(pause);
    const read = toArguments(text);
    if ("body" in read) {
      const run = typeof runId === "string" ? runId : "";
      return answer(response, 200, await runHelper(name, run, read.body, state.find), state);
    }
    response.setHeader("connection", "close");
    answer(response, read.status, failure(read.words), state);
    request.destroy();
  } finally {
    state.usage.bytes -= length;
  }
}

/** What a sandbox makes the server keep, in bytes, and the connections on which it waits for an answer. */
type Usage = { bytes: number; unread: number; waiting: Set<Socket> };
type State = { key: string; find: FindHelper; usage: Usage; pace: () => number };

/**
 * Allows one request at a time for a connection: HTTP lets a client send the next requests before the response, without
 * a limit, and all of them would be carried out at the same time.
 */
function begin(request: IncomingMessage, response: ServerResponse, state: State): void {
  const { socket } = request;
  const { waiting } = state.usage;
  response.on("error", () => {});
  if (waiting.has(socket)) return void socket.destroy();
  waiting.add(socket);
  for (const event of ["finish", "close"]) response.once(event, () => waiting.delete(socket));
  take(request, response, state).catch(() => response.destroy());
}

function listen(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // `exclusive`: several processes of one copy would share it otherwise.
    server.once("error", reject).listen({ path: socket, exclusive: true }, () => resolve());
  });
}

/** Opens the socket. Only who knows `key` is answered. */
export async function openHelperServer(socket: string, key: string, find: FindHelper): Promise<HelperServer> {
  const state: State = { key, find, usage: { bytes: 0, unread: 0, waiting: new Set() }, pace: newPace() };
  const server = createServer(
    { maxHeaderSize: 8192, requestTimeout: READ_MS, headersTimeout: READ_MS },
    (request, response) => begin(request, response, state),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.keepAliveTimeout = 60_000;
  server.on("clientError", (_, connection) => connection.destroy());
  await listen(server, socket);
  // The sandbox can have another user id. Its folder has a random name and cannot be listed.
  await chmod(socket, 0o666);
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await rm(socket, { force: true });
    },
  };
}
