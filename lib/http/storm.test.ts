/**
 * Many connections that are reset do not disturb other callers. `npm run soak -- storm` makes 10,000 of them; here a
 * few hundred are enough.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { defineRoute } from "./api-door/define-route";
import { createApiRouter } from "./api-door/api-router";
import { createListener } from "./listener/create-listener";
import { answerJson } from "./listener/answer-json";

const CONNECTIONS = Number(process.env.PATCHBAY_SOAK_STORM ?? 300);
const CALLERS = 50;
/** The pace of the soak: 10,000 in half a minute. */
const A_SECOND = 333;
const HOUR = 3_600_000;

/** In a thread of its own, so that it does not slow down the server. */
const CLIENTS = new URL("../../test/children/storm-clients.mjs", import.meta.url);

const echo = defineRoute(
  operation({
    id: "echo",
    method: "POST",
    path: "/api/v3/echo",
    summary: "-",
    tag: "-",
    auth: "none",
    permission: "public",
    audit: "none",
    body: z.unknown(),
    response: z.unknown(),
  }),
  async ({ body }) => body ?? {},
);

let server: Server;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  process.on("uncaughtExceptionMonitor", note);
  const door = createApiRouter([echo]);
  server = createListener({
    answer: (request, response, pathname) => {
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : response.writeHead(404).end();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(async () => {
  process.off("uncaughtExceptionMonitor", note);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it(`${CALLERS} callers get all answers while ${CONNECTIONS} other connections are reset`, {
  timeout: HOUR,
}, async () => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const { port } = server.address() as AddressInfo;
  const workerData = {
    ...{ port, connections: CONNECTIONS, callers: CALLERS, aSecond: A_SECOND },
    call: { method: "POST", path: "/api/v3/echo", body: "{}" },
    heads: ["POST /api/v3/echo HTTP/1.1\r\nhost: x\r\n"],
  };
  const clients = new Worker(CLIENTS, { workerData });
  const [{ calls, errors }] = (await once(clients, "message")) as [{ calls: number; errors: unknown[] }];
  delay.disable();
  process.stdout.write(
    `${CONNECTIONS} resets beside ${calls} calls: ${errors.length} errors, ` +
      `the server's loop was held ${Math.round(delay.max / 1e6)} ms at most\n`,
  );
  expect(errors).toEqual([]);
  expect(calls).toBeGreaterThan(CALLERS);
  expect(uncaught).toEqual([]);
});
