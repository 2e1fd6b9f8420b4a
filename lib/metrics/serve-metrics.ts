/** Serves the metrics on an address of their own: the public port never has them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { onStopLast } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { SettingsError } from "@/lib/kernel/process/settings-error";
import type { Gauge } from "./gauge";
import { gatherMetrics } from "./gather-metrics";
import { isOwnHost } from "./is-own-host";
import { writeMetrics } from "./write-metrics";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A scraper or two, and a person with curl. */
const MAX_CONNECTIONS = 32;
const TIMEOUT_MS = 10_000;

const writings = shareInFlight<string>();

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      "content-type": CONTENT_TYPE,
      "content-length": Buffer.byteLength(text),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(text);
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { boundHost, gauges }: { boundHost: string; gauges: readonly Gauge[] },
): Promise<void> {
  request.resume();
  if (!isOwnHost(request.headers.host, request.socket.localAddress, boundHost))
    return answer(response, 403, "On loopback the metrics are read by an address, or as localhost.\n");
  if (request.url?.split("?")[0] !== "/metrics") return answer(response, 404, "The metrics are at /metrics.\n");
  if (request.method !== "GET" && request.method !== "HEAD")
    return answer(response, 405, "The metrics are read with GET.\n", { allow: "GET, HEAD" });
  try {
    answer(response, 200, await writings.run("", async () => writeMetrics(await gatherMetrics(gauges))));
  } catch (error) {
    log.error(background("metrics"), "the metrics could not be written", { error });
    answer(response, 500, "The metrics could not be written; the server's log says why.\n");
  }
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          error.code === "EADDRINUSE"
            ? `PATCHBAY_METRICS_ADDRESS: port ${port} on ${host} is in use by another program.`
            : `PATCHBAY_METRICS_ADDRESS: the server cannot listen on ${host}:${port} (${error.code ?? error.message}).`,
        ),
      ),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      // A connection that cannot be accepted must not end the process.
      server.on("error", (error) => log.warn(background("metrics"), "a connection was not accepted", { error }));
      resolve();
    });
  });
}

/**
 * Serves GET /metrics until the process has ended all other work.
 * @throws SettingsError if the address is not available
 */
export async function serveMetrics(
  address: { host: string; port: number },
  gauges: readonly Gauge[],
): Promise<{ stop: () => Promise<void> }> {
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    void handle(request, response, { boundHost: address.host, gauges });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = TIMEOUT_MS;
  await listen(server, address);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onStopLast("metrics", stop);
  return { stop };
}
