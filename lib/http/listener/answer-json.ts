/**
 * Answers JSON operations directly with Node's server: a web Request and Response would cost more than the call itself.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/kernel/process/log";
import { MAX_STREAM_WAITING, type JsonAnswer, type StartStream } from "../api-door/to-response";
import type { Match } from "../api-door/api-router";
import { NodeRequest } from "../api-door/node-request";
import { requestIdOf } from "../request-id";
import { API_HEADERS } from "../security-headers";
import { bytesOf, writeText } from "../api-door/write-text";

/** The time that the rest of an unread body has to arrive before the connection is cut. */
const DRAIN_MS = 500;

/** Reads and drops the rest of a body after its answer, for half a second: cutting at once could lose the answer. */
export function drain(incoming: IncomingMessage): void {
  const cut = setTimeout(() => incoming.socket.destroySoon(), DRAIN_MS);
  incoming.once("close", () => clearTimeout(cut)).once("end", () => clearTimeout(cut));
  incoming.resume();
}

/** Names and values in a flat list, which Node writes faster than an object. */
const SECURITY = Object.entries(API_HEADERS).flat();

function toPairs(headers: JsonAnswer["headers"]): string[] {
  const pairs = SECURITY.slice();
  for (const name in headers) {
    const value = headers[name] ?? [];
    if (typeof value === "string") pairs.push(name, value);
    else for (const item of value) pairs.push(name, item);
  }
  return pairs;
}

/** Writes an answer that comes bit by bit, until it or its connection ends. */
function writeStream(outgoing: ServerResponse, start: StartStream): void {
  outgoing.flushHeaders();
  const over = start({
    write: (text) => {
      if (outgoing.writableEnded || outgoing.destroyed) return;
      if (outgoing.writableLength > MAX_STREAM_WAITING) return void outgoing.destroy();
      outgoing.write(text);
    },
    end: () => outgoing.end(),
  });
  outgoing.once("close", over);
}

/** The memory of a request counts until its answer is written or its connection is gone. */
function releaseWith(outgoing: ServerResponse, memory: { release: () => void }): void {
  if (outgoing.destroyed) memory.release();
  else outgoing.once("close", () => memory.release());
}

/** Answers one call. If Node cannot write the answer, only this connection ends. */
export async function answerJson(
  { answer, params }: Match,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = new NodeRequest(incoming);
  const { status, headers, text, stream } = await answer(request, params);
  const { memory } = request;
  if (memory) releaseWith(outgoing, memory);
  // Whoever began a stream notices only by the stream that nobody reads it.
  if (outgoing.destroyed) return stream?.({ write: () => undefined, end: () => undefined })();
  if (!incoming.complete)
    outgoing.once("finish", () => {
      if (!incoming.complete) drain(incoming);
    });
  const pairs = toPairs(headers);
  const bytes = text === null ? 0 : bytesOf(text);
  if (text !== null) pairs.push("content-length", String(bytes));
  try {
    if (stream) writeStream(outgoing.writeHead(status, pairs), stream);
    else writeText(outgoing.writeHead(status, pairs), text, bytes);
  } catch (error) {
    log.error({ requestId: requestIdOf(incoming) }, "an answer could not be written", { error });
    outgoing.destroy();
  }
}
