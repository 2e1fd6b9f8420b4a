/** JSON operations straight from Node's server: a web Request and Response for each call would cost more than the call. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/kernel/process/log";
import type { JsonAnswer } from "../api-door/response";
import type { Found } from "../api-door/fast-door";
import { NodeRequest } from "../api-door/node-request";
import { requestIdOf } from "../request-id";
import { API_HEADERS } from "../security-headers";
import { bytesOf, writeText } from "../api-door/write-text";

/** For the rest of a body that nobody reads: a client that sends on is cut off, one that ends can use its connection again. */
const DRAIN_MS = 500;

/** Takes in the rest of a body after its answer, for half a second: a connection that is cut at once can lose the answer. */
export function drain(incoming: IncomingMessage): void {
  const cut = setTimeout(() => incoming.socket.destroySoon(), DRAIN_MS);
  incoming.once("close", () => clearTimeout(cut)).once("end", () => clearTimeout(cut));
  incoming.resume();
}

/** Names and values in turn: an object of them all would cost Node a walk, and us a copy, for each answer. */
const SECURITY = Object.entries(API_HEADERS).flat();

function toPairs(headers: JsonAnswer["headers"]): string[] {
  const pairs = SECURITY.slice();
  for (const name in headers) {
    const value = headers[name] ?? [];
    if (typeof value === "string") pairs.push(name, value);
    else for (const one of value) pairs.push(name, one);
  }
  return pairs;
}

/** Answers one call; an answer that Node refuses to write ends the connection, and nothing else. */
export async function answerJson(
  { answer, params }: Found,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, headers, text } = await answer(new NodeRequest(incoming), params);
  if (outgoing.destroyed) return;
  if (!incoming.complete)
    outgoing.once("finish", () => {
      if (!incoming.complete) drain(incoming);
    });
  const pairs = toPairs(headers);
  const bytes = text === null ? 0 : bytesOf(text);
  if (text !== null) pairs.push("content-length", String(bytes));
  try {
    writeText(outgoing.writeHead(status, pairs), text, bytes);
  } catch (error) {
    log.error({ requestId: requestIdOf(incoming) }, "an answer could not be written", { error });
    outgoing.destroy();
  }
}
