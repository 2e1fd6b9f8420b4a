/**
 * The API on a port, as the product serves it, and one client in a thread of its own, so that the event loop is blocked
 * only by the server's work.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { getRequestListener } from "@hono/node-server";
import type { Route } from "@/lib/http/api-door/define-route";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { createListener } from "@/lib/http/listener/create-listener";
import { answerJson } from "@/lib/http/listener/answer-json";
import { limitUnread } from "@/lib/http/api-door/limit-unread";
import { routeTable } from "@/server-routes";

const CLIENT = `
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = ({ method, path, headers, body }, last) => {
  const done = (status) => parentPort.postMessage(status);
  const sent = request({ agent, host: "127.0.0.1", port: workerData.port, method, path,
    headers: { ...headers, ...(body && { "content-length": body.byteLength }) } }, (answer) => {
    answer.resume().on("end", () => done(answer.statusCode)).on("error", () => done(answer.statusCode));
  });
  // A connection that the server ended after an answer to a body it did not read may be chosen once more.
  sent.on("error", (error) => (sent.reusedSocket && !last ? ask({ method, path, headers, body }, true) : done(String(error))));
  sent.end(body && Buffer.from(body));
};
parentPort.on("message", (message) => ask(message, false));`;

export type HttpRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
};
/** `status` is a text where there was no answer. */
export type Measurement = { status: number | string; ms: number };

const RESOLUTION_MS = 5;
/** Work that uses less processor time in total cannot block the event loop for longer. */
const SHORT_MS = 75;
const isRoute = (value: unknown): value is Route => typeof value === "function" && "op" in value;

/**
 * Starts it. One request after the other is sent, and of those that take long the loop's delay is measured.
 * @param isExact `false` sends each request once, for callers that only look at its answer
 */
export async function startMeasured(isExact = true): Promise<{
  port: number;
  send: (input: HttpRequest) => Promise<Measurement>;
  stop: () => Promise<void>;
}> {
  const door = createApiRouter(routeTable.flatMap((module) => Object.values(module)).filter(isRoute));
  const other = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  const server = createListener({
    answer: (request, response, pathname) => {
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : other(request, response);
    },
  });
  limitUnread(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CLIENT)}`), { workerData: { port } });
  const ask = async ({ body, ...head }: HttpRequest): Promise<Measurement> => {
    // The body changes its thread without a copy, so that nothing of the client's work is the server's.
    const bytes = body && new Uint8Array(body).buffer;
    const before = process.cpuUsage();
    client.postMessage({ ...head, body: bytes }, bytes ? [bytes] : []);
    const [status] = (await once(client, "message")) as [Measurement["status"]];
    const { user, system } = process.cpuUsage(before);
    return { status, ms: (user + system) / 1000 };
  };
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  /** The loop's delay, or the processor's time where that is less: a busy machine adds to the first. */
  const measured = async (input: HttpRequest): Promise<number> => {
    delay.enable();
    await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
    delay.reset();
    const { ms } = await ask(input);
    await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
    delay.disable();
    return Math.min(ms, Math.max(0, delay.max / 1e6 - RESOLUTION_MS));
  };
  return {
    port,
    send: async (input) => {
      const first = await ask(input);
      if (!isExact || first.ms <= SHORT_MS) return first;
      // The first request of a kind compiles what answers it.
      return { status: first.status, ms: Math.min(await measured(input), await measured(input)) };
    },
    stop: async () => {
      await client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
