/** Takes over connections of the websocket, and ends them with the process. */
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { SOCKET_PATH } from "./authorize-channel";
import { LiveSocket, type AccessWatch } from "./live-socket";
import { admitStranger } from "./admit-stranger";

/** Messages of clients are short: names of channels and their proofs. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** Where clients come that know this server as a host of Pusher's. */
const PLAIN_PATH = "/app/";

/**
 * `/pusher?.pusher.com:443/app/<key>?protocol=7...` as clients make it of our cluster, `/pusher/app/<key>`, or
 * `/app/<key>` at a host of Pusher's.
 */
const KEY = /^(?:\/pusher(?:\?[^/]*)?)?\/app\/([\w-]{1,100})(?:\?|$)/;

/** Whether a request is one for the websocket. */
export const isRealtime = (url: string | undefined): boolean =>
  url !== undefined && [`${SOCKET_PATH}?`, `${SOCKET_PATH}/`, PLAIN_PATH].some((start) => url.startsWith(start));

/** A refused client can keep its side open; ours no longer has a time limit. */
function refuse(socket: Duplex, status: number, words: string): void {
  const later = status === 400 ? "" : "retry-after: 30\r\n";
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: text/plain\r\n${later}`;
  socket.end(`${head}content-length: ${Buffer.byteLength(words)}\r\n\r\n${words}`, () => socket.destroy());
}

/** The client's address: the listener has reduced the header to it, or taken it away. */
const addressOf = ({ headers, socket }: IncomingMessage): string =>
  String(headers["x-forwarded-for"] ?? socket.remoteAddress ?? "");

/** Makes the function that takes a connection over. */
export function realtimeServer(
  watchAccess: AccessWatch,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const open = new Set<LiveSocket>();
  onDrain(() => {
    for (const socket of open) socket.close("again", "The server stops.");
  });
  return (request, socket, head) => {
    const key = KEY.exec(request.url ?? "")?.[1];
    if (key === undefined) return refuse(socket, 400, "There is no such websocket.");
    const admitted = admitStranger(addressOf(request));
    if (typeof admitted !== "function") return refuse(socket, admitted.status, admitted.words);
    // Whatever is no right request for a websocket is refused by the library, and closed.
    socket.once("close", admitted);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const liveSocket = new LiveSocket(webSocket, key, watchAccess, admitted);
      open.add(liveSocket);
      webSocket.on("close", () => open.delete(liveSocket));
    });
  };
}
