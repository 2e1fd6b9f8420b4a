/**
 * A real HTTP proxy (CONNECT, RFC 9110 section 9.3.6) on the loopback address that wants a user name and a password.
 */
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

export type ConnectProxy = {
  url: string;
  /** Each way that was asked for, in order. */
  tunnels: { target: string; authorization: string | undefined }[];
  /** Closes and forgets the open tunnels, so that the next request must ask for a new tunnel. */
  reset: () => void;
  stop: () => void;
};

/**
 * Starts a proxy that opens a tunnel for each client that sends `key`, a user name and a password with a colon between.
 */
export async function startConnectProxy(key: string): Promise<ConnectProxy> {
  const tunnels: ConnectProxy["tunnels"] = [];
  const open = new Set<Duplex>();
  const keep = (socket: Socket | Duplex) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on("connect", (request, socket) => {
    const authorization = request.headers["proxy-authorization"];
    tunnels.push({ target: request.url ?? "", authorization });
    if (authorization !== `Basic ${Buffer.from(key).toString("base64")}`)
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const [host, port] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    keep(socket);
    keep(upstream);
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const reset = () => {
    for (const socket of open) socket.destroy();
    tunnels.length = 0;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    reset,
    stop: () => {
      reset();
      server.closeAllConnections();
      server.close();
    },
  };
}
