/**
 * A public address for a server on loopback, with TLS: newer SDKs show their key to no other address without TLS, and
 * move files to and from public addresses only. Programs reach it by an HTTP proxy, as companies have one.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import type { Duplex } from "node:stream";
import { selfSigned } from "../self-signed";

/** No real server has this address. */
const ADDRESS = "192.175.48.77";
export const PUBLIC_URL = `https://${ADDRESS}`;

/** `env` is the environment of programs that go there. */
export type PublicAddress = { env: Record<string, string>; stop: () => void };

/**
 * Starts the proxy. It leads to the server at `url`, and nowhere else.
 * @param names further hosts that are this server, as in a DNS of one's own
 */
export async function startPublicAddress(url: string, names: readonly string[] = []): Promise<PublicAddress> {
  const folder = mkdtempSync(path.join(tmpdir(), "public-address-"));
  const authority = path.join(folder, "authority.pem");
  const certificate = selfSigned([ADDRESS, ...names]);
  writeFileSync(authority, certificate.cert);
  const open = new Set<Duplex>();
  const join = (outer: Socket | Duplex, inner: Socket): void => {
    for (const socket of [outer, inner]) {
      open.add(socket);
      socket.on("error", () => [outer, inner].forEach((each) => each.destroy()));
      socket.once("close", () => open.delete(socket));
    }
    outer.pipe(inner).pipe(outer);
  };
  const tls = createTlsServer(certificate, (outside) => join(outside, connect(Number(new URL(url).port), "127.0.0.1")));
  const proxy = createServer((_, response) => response.writeHead(502).end());
  proxy.on("connect", ({ url: target = "" }, socket) => {
    if (![ADDRESS, ...names].some((host) => target === `${host}:443`))
      return void socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    const inside = connect((tls.address() as AddressInfo).port, "127.0.0.1", () =>
      socket.write("HTTP/1.1 200 OK\r\n\r\n"),
    );
    join(socket, inside);
  });
  for (const server of [tls, proxy]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const way = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    env: {
      ...{ HTTPS_PROXY: way, https_proxy: way, NO_PROXY: "", no_proxy: "" },
      ...{ SSL_CERT_FILE: authority, REQUESTS_CA_BUNDLE: authority, WEBSOCKET_CLIENT_CA_BUNDLE: authority },
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      for (const server of [tls, proxy]) server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
