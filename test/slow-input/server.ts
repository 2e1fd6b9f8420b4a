/** The API on a port, as the product serves it, and one client in a thread of its own: what the loop is held for is the server's work. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { getRequestListener } from "@hono/node-server";
import type { Route } from "@/lib/http/api-door/define-route";
import { createFastDoor } from "@/lib/http/api-door/fast-door";
import { createListener } from "@/lib/http/listener/listener";
import { answerJson } from "@/lib/http/listener/node-door";
import { limitUnread } from "@/lib/http/api-door/unread-answers";
import { routeTable } from "@/server-routes";

const CLIENT = `
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
parentPort.on("message", ({ method, path, headers, body }) => {
  const done = (status) => parentPort.postMessage(status);
  const sent = request({ agent, host: "127.0.0.1", port: workerData.port, method, path,
    headers: { ...headers, ...(body && { "content-length": body.byteLength }) } }, (answer) => {
    answer.resume().on("end", () => done(answer.statusCode)).on("error", () => done(answer.statusCode));
  });
  sent.on("error", (error) => done(String(error)));
  sent.end(body && Buffer.from(body));
});`;

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
};
/** `status` is a text where there was no answer. */
export type Answered = { status: number | string; ms: number };

const RESOLUTION_MS = 5;
const isRoute = (value: unknown): value is Route => typeof value === "function" && "op" in value;

/** Starts it. One request after the other is sent, and the loop's delay measured for each. */
export async function startMeasured(
  measure: boolean,
): Promise<{ send: (sent: Sent) => Promise<Answered>; stop: () => Promise<void> }> {
  const door = createFastDoor(routeTable.flatMap((module) => Object.values(module)).filter(isRoute));
  const other = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  const server = createListener({
    answer: (request, response, pathname) => {
      const found = door.find(request.method ?? "", pathname);
      return found ? answerJson(found, request, response) : other(request, response);
    },
  });
  limitUnread(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CLIENT)}`), { workerData: { port } });
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    send: async ({ body, ...sent }) => {
      // The body changes its thread without a copy, so that nothing of the client's work is the server's.
      const bytes = body && new Uint8Array(body).buffer;
      if (measure) await new Promise((resolve) => setTimeout(resolve, RESOLUTION_MS));
      delay.reset();
      const before = process.cpuUsage();
      client.postMessage({ ...sent, body: bytes }, bytes ? [bytes] : []);
      const [status] = (await once(client, "message")) as [Answered["status"]];
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.cpuUsage(before);
      const held = delay.max / 1e6 - RESOLUTION_MS;
      return { status, ms: Math.max(0, Math.min(held, (user + system) / 1000)) };
    },
    stop: async () => {
      delay.disable();
      await client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
