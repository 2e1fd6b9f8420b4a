/** Takes over connections of the websocket, and ends them with the process. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { SOCKET_PATH } from "./channel-auth";
import { LiveSocket, type AccessWatch } from "./socket";

/** What a client says is short: names of channels and their proofs. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** `/pusher?.pusher.com:443/app/<key>?protocol=7...` as clients make it of our cluster, or `/pusher/app/<key>`. */
const KEY = /^\/pusher(?:\?[^/]*)?\/app\/([\w-]{1,100})(?:\?|$)/;

/** Whether a request is one for the websocket. */
export const isRealtime = (url: string | undefined): boolean =>
  url !== undefined && (url.startsWith(`${SOCKET_PATH}?`) || url.startsWith(`${SOCKET_PATH}/`));

const REFUSED = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** Makes the function that takes a connection over. */
export function realtimeServer(
  watchAccess: AccessWatch,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const open = new Set<LiveSocket>();
  onDrain(() => {
    for (const one of open) one.close("again", "The server stops.");
  });
  return (request, socket, head) => {
    const key = KEY.exec(request.url ?? "")?.[1];
    // Whoever is refused may keep their side open; ours has no time limit any more.
    if (key === undefined) return void socket.end(REFUSED, () => socket.destroy());
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const one = new LiveSocket(webSocket, key, watchAccess);
      open.add(one);
      webSocket.on("close", () => open.delete(one));
    });
  };
}
